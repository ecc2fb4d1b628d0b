import { chromium } from "playwright-core";
const [, , url, out, w, h, action] = process.argv;
const b = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox","--disable-gpu"] });
const p = await b.newPage({ viewport: { width: Number(w), height: Number(h) } });
p.on("console", (m) => { if (m.type() === "error") console.log("console:", m.text()); });
p.on("pageerror", (e) => console.log("pageerror", String(e)));
await p.goto(url); await p.waitForTimeout(2500);
if (action) { await p.locator(action).first().click(); await p.waitForTimeout(9000); }
await p.screenshot({ path: out, fullPage: true });
await b.close();
