// SPDX-License-Identifier: GPL-2.0
/*
 * Debian's kernel does not tell the firmware of a Raspberry Pi that the next start is to try the other boot partition, as Raspberry Pi's
 * own kernel does. A restart with the argument "0 tryboot" (systemd: /run/systemd/reboot-param) does so with this module; any other
 * restart, a panic, the watchdog and the plug do not.
 */
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/of.h>
#include <linux/reboot.h>
#include <linux/string.h>
#include <soc/bcm2835/raspberrypi-firmware.h>

/* The firmware's property that sets the flags of the next start, and the one flag that it has. */
#define SET_REBOOT_FLAGS 0x00038064
#define TRYBOOT 1

static int set_flag(struct notifier_block *block, unsigned long action, void *data)
{
	const char *argument = data;
	struct device_node *node;
	struct rpi_firmware *firmware;
	u32 flags = TRYBOOT;
	int error = -ENODEV;

	if (action != SYS_RESTART || !argument || strcmp(argument, "0 tryboot"))
		return NOTIFY_DONE;
	node = of_find_compatible_node(NULL, NULL, "raspberrypi,bcm2835-firmware");
	firmware = node ? rpi_firmware_get(node) : NULL;
	of_node_put(node);
	if (firmware) {
		error = rpi_firmware_property(firmware, SET_REBOOT_FLAGS, &flags, sizeof(flags));
		rpi_firmware_put(firmware);
	}
	if (error)
		pr_err("tirada_tryboot: the firmware was not told (%d): the kept base starts\n", error);
	else
		pr_info("tirada_tryboot: the next start tries the other base\n");
	return NOTIFY_DONE;
}

static struct notifier_block block = { .notifier_call = set_flag };

static int __init load(void)
{
	return register_reboot_notifier(&block);
}

static void __exit unload(void)
{
	unregister_reboot_notifier(&block);
}

module_init(load);
module_exit(unload);
MODULE_DESCRIPTION("Tells the firmware of a Raspberry Pi to try the other boot partition once");
MODULE_LICENSE("GPL");
