// A page speaks English at first. The file before this one, whose modules are still loaded, may have left another language.
import { beforeAll } from 'vitest'
import { changeLocale } from '../../src/i18n/languages.ts'

beforeAll(() => changeLocale('en'))
