// WCAG 2.1, 4.1.1 and 4.1.2: what a page has become is valid HTML. Browsers repair what is not, each in its own way.
import type { Page } from '@playwright/test'
import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard'],
  rules: {
    // A browser writes the page down in a style of its own.
    'attribute-boolean-style': 'off',
    'doctype-style': 'off',
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    // Sizes and colours that a script sets, such as the service's.
    'no-inline-style': 'off',
    // A title names the service, whose name may be long.
    'long-title': 'off',
    // The script of the page has the hash of the policy, and comes from here.
    'require-sri': 'off',
  },
})

/** A phone has its keypad by `type=tel` and its autofill by `tel-national`. The standard has this pair for `type=text` alone; every browser takes it. */
const isWanted = ({ ruleId, message }: { ruleId: string; message: string }) =>
  ruleId === 'valid-autocomplete' && message.startsWith('"tel-national" cannot be used on <input type="tel">')

/** @returns each fault: its rule, what it says, and the element */
export async function invalidHtml(page: Page): Promise<string[]> {
  const { results } = await validator.validateString(await page.content())
  const faults = results.flatMap(({ messages }) => messages).filter((one) => !isWanted(one))
  return faults.map((one) => `${one.ruleId}: ${one.message} ${one.selector ?? ''}`)
}
