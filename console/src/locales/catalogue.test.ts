import { expect, test } from 'bun:test'

/** Messages of the console: the beginning of the English text → the area and the key of the text. */
const sentences: Record<string, string> = {
  // Successes
  'User account created': 'users add.done',
  'User info updated': 'users edit.done',
  'Operation completed': 'common operationCompleted',
  'Login successful': 'auth success',
  'Registration successful': 'auth register.success',
  'Verification code sent, check your mailbox': 'auth register.codeSent',
  Updated: 'common updated',
  'Password changed': 'personal password.changed',
  'Email binding succeeded': 'personal email.bound',
  'WeChat binding succeeded': 'personal wechat.success',
  'Account deleted': 'personal remove.done',
  'Token reset and copied': 'personal token.copied',
  'Invite link copied': 'personal invite.linkCopied',
  'System token copied': 'personal token.copiedAgain',
  'Notification settings updated': 'personal notification.saved',
  'You are logged out': 'shell loggedOut',
  'System initialised successfully, redirecting': 'setup success',
  // Failures
  'The notification settings were not saved': 'personal notification.failed',
  'The update check failed. Try again later.': 'settings-other update.failed',
  'The browser blocks the clipboard. Copy by hand.': 'common copyFailed.title',
  'The set-up status could not be loaded. Reload the page.': 'setup loadFailed',
  'The site was not set up. Try again.': 'setup failed',
  'The site was not set up. Check your network, then try again.': 'setup unreachable',
  'The server cannot be reached': 'shell unreachable.title',
  // Answers without a message of the server
  'Your login has expired. Log in again.': 'auth expired',
  'Too many requests. Try again in a moment.': 'errors transport.tooManyRequests',
  'Something went wrong on the server. Try again, or contact the administrator.': 'errors transport.internal',
  'This is a demo site. Nothing can be changed.': 'errors transport.demoSite',
  'Error: ': 'errors transport.other',
  // Faults of an input
  'Password length must not be less than 8': 'auth complaint.passwordShort',
  'The two passwords differ': 'auth complaint.passwordsDiffer',
  'Please enter username and password': 'auth required',
  'Please enter the original password': 'personal complaint.originalRequired',
  'Please enter a new password': 'personal complaint.passwordRequired',
  'The new password must not be the same as the original': 'personal complaint.passwordSame',
  'The two passwords entered do not match': 'personal complaint.passwordsDiffer',
  'Please enter your email': 'personal email.required',
  'Please enter the email verification code': 'personal email.codeRequired',
  'Please enter your account name to confirm deletion': 'personal remove.mismatch',
  'Please enter admin username': 'setup admin.usernameRequired',
  'Password must be at least 8 characters': 'setup admin.passwordTooShort',
  'The two passwords do not match': 'setup admin.mismatch',
  'No changes to save': 'common form.unchanged',
  'Operation failed, redirecting to the login page': 'auth oauth.failed',
  'This page does not exist': 'shell notFound.title',
  'Already the latest version': 'settings-other update.current',
}

async function textAt(language: 'en' | 'zh', place: string): Promise<unknown> {
  const [area = '', path = ''] = place.split(' ')
  const { default: texts } = await import(
    area === 'errors' ? `../../../contract/src/error-texts/${language}.ts` : `./${language}/${area}.ts`
  )
  return path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], texts)
}

for (const [sentence, place] of Object.entries(sentences))
  test(`“${sentence}” exists in both languages`, async () => {
    expect(await textAt('en', place)).toStartWith(sentence)
    expect(await textAt('zh', place)).toMatch(/\p{Script=Han}/u)
  })
