import { expect, test } from 'bun:test'

/** Messages of the console: the beginning of the English text → the area and the key of the text. */
const sentences: Record<string, string> = {
  // Successes
  'User account created': 'users add.done',
  'User info updated': 'users edit.done',
  Done: 'common operationCompleted',
  'Login successful': 'sign-in success',
  'Registration successful': 'sign-in register.success',
  'Verification code sent, check your mailbox': 'sign-in register.codeSent',
  Updated: 'common updated',
  'Password changed': 'personal-settings password.changed',
  'Email address linked': 'personal-settings email.bound',
  'WeChat linked': 'personal-settings wechat.success',
  'Account deleted': 'personal-settings remove.done',
  'Token reset and copied': 'personal-settings token.copied',
  'Invite link copied': 'personal-settings invite.linkCopied',
  'System token copied': 'personal-settings token.copiedAgain',
  'Notification settings updated': 'personal-settings notification.saved',
  'You are logged out': 'shell loggedOut',
  'System initialised successfully, redirecting': 'setup success',
  // Failures
  'The notification settings were not saved': 'personal-settings notification.failed',
  'The update check failed. Try again later.': 'settings-other update.failed',
  'The browser blocks the clipboard. Copy by hand.': 'common copyFailed.title',
  'The set-up status could not be loaded. Reload the page.': 'setup loadFailed',
  'The site was not set up. Try again.': 'setup failed',
  'The site was not set up. Check your network, then try again.': 'setup unreachable',
  'The server cannot be reached': 'shell unreachable.title',
  // Answers without a message of the server
  'You are not logged in or your login has expired. Log in again.': 'sign-in expired',
  'Too many requests. Try again in a moment.': 'common transport.tooManyRequests',
  'Something went wrong on the server. Try again, or contact the administrator.': 'common transport.internal',
  'This is a demo site. Nothing can be changed.': 'common transport.demoSite',
  'Error: ': 'common transport.other',
  // Faults of an input
  'Enter your username and password': 'sign-in required',
  'Enter your current password': 'personal-settings problem.originalRequired',
  'Enter a new password': 'personal-settings problem.passwordRequired',
  'The new password must differ from the current one': 'personal-settings problem.passwordSame',
  'Enter your email address': 'personal-settings email.required',
  'Enter the code from the email': 'personal-settings email.codeRequired',
  'Enter your username to confirm the deletion': 'personal-settings remove.mismatch',
  'Enter a username': 'setup admin.usernameRequired',
  'The two passwords do not match': 'setup admin.mismatch',
  'No changes to save': 'common form.unchanged',
  'Login failed. Going back to the login page…': 'sign-in oauth.failed',
  'This page does not exist': 'shell notFound.title',
  'Already the latest version': 'settings-other update.current',
}

async function textAt(language: 'en' | 'zh', place: string): Promise<unknown> {
  const [area = '', path = ''] = place.split(' ')
  const { default: texts } = await import(`./${language}/${area}.ts`)
  return path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], texts)
}

for (const [sentence, place] of Object.entries(sentences))
  test(`“${sentence}” exists in both languages`, async () => {
    expect(await textAt('en', place)).toStartWith(sentence)
    expect(await textAt('zh', place)).toMatch(/\p{Script=Han}/u)
  })
