import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/chat.ts'

export default {
  title: 'Chat',
  redirecting: 'Redirecting…',
  redirectingTo: 'Redirecting to {{name}}…',
  keyNeeded: '{{name}} uses one of your API tokens. Log in to open it.',
  logIn: 'Log in',
  noToken: 'No enabled token. Create or enable one first',
  unreadable: 'The chat link configuration is wrong. Contact the administrator',
  notSet: 'The administrator has not set a chat link',
  noClient: 'There is no such chat client',
  notReachable: 'The chat link configuration is wrong. Contact the administrator',
  blocked: 'The chat links have changed since this page was opened. Reload to use them',
  reload: 'Reload',
  program: '{{name}} is an app on this device and cannot be shown in this page.',
  apart: '{{name}} cannot be shown inside this page.',
  open: 'Open {{name}}',
  refuses: 'Nothing shown?',
  openApart: 'Open {{name}} in its own window',
  back: 'Back to API tokens',
} satisfies SameKeys<typeof zh>
