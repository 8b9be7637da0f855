// The configurations of Vitest for `npm run mutate`: that of vite.config.ts with one of its projects.
import type { Reporter, Vitest } from 'vitest/node'
import config from '../../vite.config.ts'

const { projects = [], ...test } = config.test ?? {}

/** Stryker counts tests. A file that a change keeps from loading has none, and fails: it becomes one failed test. */
function unloaded(): Reporter {
  let vitest: Vitest
  return {
    onInit(context) {
      vitest = context
    },
    onTestRunEnd() {
      for (const file of vitest.state.getFiles())
        if (file.tasks.length === 0 && file.result?.state === 'fail')
          file.tasks.push({
            type: 'test',
            id: `${file.id}_load`,
            name: 'loads',
            fullName: 'loads',
            fullTestName: 'loads',
            mode: 'run',
            file,
            suite: file,
            meta: {},
            timeout: 0,
            annotations: [],
            artifacts: [],
            context: {} as never,
            result: file.result,
          })
    },
  }
}

export const only = (name: string) => ({
  test: {
    ...test,
    reporters: [unloaded()],
    projects: projects.filter((one) => typeof one === 'object' && 'test' in one && one.test?.name === name),
  },
})
