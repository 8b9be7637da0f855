// A one-time code: where it went, and how a member enters it.
import type { Locator } from '@playwright/test'

/** The sixth digit submits. A code that stands in the field already is submitted by the button. */
export async function enterCode(field: Locator, verify: Locator, digits: string): Promise<void> {
  if ((await field.inputValue()) === digits) await verify.click()
  else await field.fill(digits)
}

/** A Korean phone as the server shows it after the password. */
export const masked = (phone: string) => `010-****-**${phone.slice(-2)}`
