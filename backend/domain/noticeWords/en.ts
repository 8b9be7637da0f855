// English texts of the security notices.
import type { Words } from '../noticeKinds.ts'

export const en: Words = {
  notices: {
    browser: {
      title: '[Daemun] Sign-in from a new browser',
      text: 'Someone signed in to your account from a browser that we have not seen before.',
    },
    password: {
      title: '[Daemun] Your password was changed',
      text: 'Your password was changed just now, and your other devices were signed out.',
    },
    supportReset: {
      title: '[Daemun] Support has reset your password',
      text: 'Support has reset your password. You choose a new one at your next sign-in.',
    },
    locked: {
      title: '[Daemun] Five wrong passwords for your account',
      text: 'Someone entered a wrong password for your account five times, from a browser that we have not seen before. Such browsers cannot sign in for a while. Browsers in which you signed in before still can.',
    },
    codes: {
      title: '[Daemun] Too many attempts with codes for your account',
      text: 'Someone asked for codes for your account, or entered wrong ones, too many times from a browser that we have not seen before. Such browsers cannot use codes for a while.',
    },
    joined: {
      title: '[Daemun] Your account has joined',
      text: 'Someone completed the sign-up for an account that we already knew, and set a new password for it.',
    },
    resetCancelled: {
      title: '[Daemun] A password reset was cancelled',
      text: 'Someone cancelled the waiting reset of your password with its link. Your current password stays as it is.',
    },
    consent: {
      title: '[Daemun] A service can read your details',
      text: 'Someone agreed with your account that {service} receives your details. To see which ones, or to withdraw the consent, open this page: {page}',
    },
    withdrawn: {
      title: '[Daemun] A consent was withdrawn',
      text: 'Someone withdrew with your account the consent for {service}. The service can no longer read your details, and you were signed out there.',
    },
    factorOn: {
      title: '[Daemun] Sign-ins now ask for a code',
      text: 'From now on, each sign-in to your account asks for a code that we send to your phone.',
    },
    factorOff: {
      title: '[Daemun] Sign-ins no longer ask for a code',
      text: 'From now on, the password alone is enough to sign in to your account.',
    },
    phone: { title: '[Daemun] Your mobile number was changed', text: 'The mobile number of your account was changed.' },
    address: {
      title: '[Daemun] Your sign-in e-mail was changed',
      text: 'The e-mail address with which you sign in was changed. This address can no longer sign in.',
    },
    stopped: {
      title: '[Daemun] Your account is suspended',
      text: 'Your account cannot sign in at the moment, and was signed out of all services. Support can tell you why, and how to use it again: {contact}',
    },
    reopened: { title: '[Daemun] You can use your account again', text: 'Your account can sign in again.' },
    protected: {
      title: '[Daemun] Your account is protected',
      text: 'All devices were signed out, and your account is protected until you set a new password. Please set it from the sign-in page.',
    },
  },
  notYou:
    'If this was not you, open the link below within 7 days. It signs out all devices and lets you set a new password.',
  support: 'If this was not you, please contact support at once.',
  delayed: {
    title: '[Daemun] A password reset was requested',
    sms: 'It takes effect in 24 hours. If this was not you, please cancel it: {url}',
    mail: 'Someone asked to change your password. The new password can be used in 24 hours.\nIf this was not you, please cancel the request with the link below. Your current password then stays as it is.\n\n{url}',
  },
  approved: {
    title: '[Daemun] Your sign-up was approved',
    text: 'Your sign-up was approved. You can now sign in with your e-mail and password.',
  },
  unapproved: {
    title: '[Daemun] Your sign-up was not approved',
    text: 'Your sign-up was not approved. Sign in to see why, and whom to ask.',
  },
}
