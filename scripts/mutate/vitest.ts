// The configurations of Vitest for `npm run mutate`: that of vite.config.ts with one of its projects.
import config from '../../vite.config.ts'

const { projects = [], ...test } = config.test ?? {}

export const only = (name: string) => ({
  test: {
    ...test,
    projects: projects.filter((one) => typeof one === 'object' && 'test' in one && one.test?.name === name),
  },
})
