import { expect, test } from 'bun:test'

/** What the console says at set moments, as a person reads it in English: the area and key of its texts. */
const sentences: Record<string, string> = {
  // What succeeded
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
  'Logout successful': 'shell loggedOut',
  'System initialised successfully, redirecting': 'setup success',
  // What failed
  'Update notification settings failed': 'personal notification.failed',
  'Check update failed, please retry later': 'settings-other update.failed',
  'Cannot copy to clipboard, copy manually': 'common copyFailed.title',
  'Failed to get the initialisation status': 'setup loadFailed',
  'Initialisation failed, please retry': 'setup failed',
  'System initialisation failed, please retry': 'setup unreachable',
  'Unable to connect to server': 'shell unreachable.title',
  // What was answered without a sentence of the server
  'Not logged in or login expired, please log in again': 'auth expired',
  'Too many requests, try again later': 'errors transport.tooManyRequests',
  'Internal server error, contact the administrator': 'errors transport.internal',
  'This site is for demonstration only, no server': 'errors transport.demoSite',
  'Error: ': 'errors transport.other',
  // What is wrong with an input
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
  'Nothing seems to have been modified': 'common form.unchanged',
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
  test(`“${sentence}” is said in both languages`, async () => {
    expect(await textAt('en', place)).toStartWith(sentence)
    expect(await textAt('zh', place)).toMatch(/\p{Script=Han}/u)
  })
