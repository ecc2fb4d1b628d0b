/**
 * Read before any test: parts of Node that are read when they are first wanted. One that a test wants first where it has used up its stack, with
 * brackets inside brackets say, stays half read for all tests of its process (`tls.createSecureContext is not a function`).
 */
import "node:https";
