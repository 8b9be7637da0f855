// The release that runs, by the version of package.json. CHANGELOG.md says what an operator must do for each.
import manifest from '../package.json' with { type: 'json' }

export const RELEASE: string = manifest.version
