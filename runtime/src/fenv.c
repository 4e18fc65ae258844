/*
 * The floating-point environment: results are rounded to nearest, and which exceptions occurred is not known. Setting the environment
 * back to what it was is no question; asking it is, and ends the path by name.
 */
#include "internal.h"

static int fenv_unknown(void) { __pf_fail("model", "which floating-point exceptions occurred", NULL, 0); }

int feclearexcept(int exceptions) { return (void)exceptions, 0; }
int feraiseexcept(int exceptions) { return (void)exceptions, 0; }
int fesetexcept(int exceptions) { return (void)exceptions, 0; }
int fetestexcept(int exceptions) { return exceptions ? fenv_unknown() : 0; }
int fegetexceptflag(void *flags, int exceptions) { return (void)flags, exceptions ? fenv_unknown() : 0; }
int fesetexceptflag(const void *flags, int exceptions) { return (void)flags, (void)exceptions, 0; }
int fegetround(void) { return 0; }

int fesetround(int direction) {
  if (direction != 0) __pf_absent("fesetround");
  return direction != 0;
}

int fegetenv(void *environment) { return (void)environment, 0; }
int fesetenv(const void *environment) { return (void)environment, 0; }
int feholdexcept(void *environment) { return (void)environment, 0; }
int feupdateenv(const void *environment) { return (void)environment, 0; }
int feenableexcept(int exceptions) { return (void)exceptions, 0; }
int fedisableexcept(int exceptions) { return (void)exceptions, 0; }
int fegetexcept(void) { return 0; }
