/** Mails to an account; those with a code or a link have a text before and after it. */
export default {
  codeSubject: '{{site}}: your verification code',
  codeBefore: 'Your verification code for {{site}} is:',
  codeAfter_one:
    'It is valid for {{minutes, count}} minute and can be used once. If you did not request it, you can ignore this mail.',
  codeAfter_other:
    'It is valid for {{minutes, count}} minutes and can be used once. If you did not request it, you can ignore this mail.',
  takenSubject: '{{site}}: this address is in use',
  takenBefore:
    'Someone requested a verification code for this address at {{site}}. An account with this address already exists, so no code was created.',
  takenAfter:
    'If it was you, log in with that account, or set a new password for it. If not, you can ignore this mail.',
  resetSubject: '{{site}}: set a new password',
  resetBefore: 'Someone requested a new password for the account {{username}} at {{site}}. Open this link to set one:',
  resetAfter_one:
    'It is valid for {{minutes, count}} minute, can be used once, and becomes invalid when another link is sent. If you did not request it, you can ignore this mail; your password does not change.',
  resetAfter_other:
    'It is valid for {{minutes, count}} minutes, can be used once, and becomes invalid when another link is sent. If you did not request it, you can ignore this mail; your password does not change.',
  inviteSubject: '{{site}}: your account is ready',
  inviteBefore: 'An administrator of {{site}} made the account {{username}} for you. Open this link to set a password:',
  inviteAfter_one:
    'It is valid for {{hours, count}} hour, can be used once, and becomes invalid when another link is sent. If you did not expect it, you can ignore this mail.',
  inviteAfter_other:
    'It is valid for {{hours, count}} hours, can be used once, and becomes invalid when another link is sent. If you did not expect it, you can ignore this mail.',
  addressRemovedSubject: '{{site}}: your address was removed',
  addressRemovedBefore: 'Your account at {{site}} no longer uses this mail address.',
  addressRemovedAfter:
    'If this was not you, someone else has access to your account. Change its password and end its sessions.',
  testSubject: '{{site}}: test mail',
  testText: '{{site}} can send mail: this one arrived.',
} as const
