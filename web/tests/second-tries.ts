import type { Reporter, TestCase, TestModule } from "vitest/node";

/** More than this many, and the machine is not the reason. */
const ALLOWED = 2;

/** Lists the tests that passed at their second try only, so that no fault hides behind a slow machine. */
export class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const late = modules.flatMap((module) => [...module.children.allTests("passed")]).filter((test: TestCase) => (test.diagnostic()?.retryCount ?? 0) > 0);
    for (const test of late) console.error(`Passed at the second try only: ${test.module.moduleId.split("/").at(-1)}, ${test.fullName}`);
    if (late.length <= ALLOWED) return;
    console.error(`${late.length} tests needed a second try; at most ${ALLOWED} may.`);
    process.exitCode = 1;
  }
}
