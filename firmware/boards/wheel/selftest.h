/* The self-test: every optical sensor must go dark without light and bright with the test light. */
#ifndef SELFTEST_H
#define SELFTEST_H

#include "board.h"

/* Begins a test; false when one is under way. */
bool selftest_start(void);
bool selftest_runs(void);
void selftest_step(void);
/* Sends the answer when a test is over and there is room. */
void selftest_answer(void);

#endif
