/** The code of the SMS that ends with this app's address, if the browser can read it (WebOTP). */
export async function readSms(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in window)) return null
  const asked: CredentialRequestOptions & { otp: object } = { otp: { transport: ['sms'] }, signal }
  const credential = await navigator.credentials.get(asked).catch(() => null)
  return credential && 'code' in credential && typeof credential.code === 'string' ? credential.code : null
}
