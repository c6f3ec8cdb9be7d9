import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/users.ts'

export default {
  title: 'Users',
  purpose: 'Find and add people, set their group and balance, and decide who may log in and call.',
  filter: {
    keyword: 'Search ID, username, display name, email',
    group: 'Group',
    query: 'Search',
  },
  empty: {
    title: 'No users yet',
    filtered: 'No user matches',
    filteredHint: 'Try another word, or drop the group.',
    clear: 'Clear filters',
  },
  column: {
    id: 'ID',
    username: 'Username',
    group: 'Group',
    remaining: 'Remaining',
    used: 'Used',
    requests: 'Requests',
    invite: 'Invitations',
    role: 'Role',
    status: 'Status',
  },
  invite: {
    count_one: '{{count}} invited',
    count_other: '{{count}} invited',
    earned: 'earned',
    inviter: 'Invited by',
    noInviter: 'No inviter',
  },
  role: {
    user: 'User',
    admin: 'Administrator',
    root: 'Super administrator',
    unknown: 'Unknown identity',
  },
  state: {
    active: 'Active',
    banned: 'Banned',
    unknown: 'Unknown',
    deregistered: 'Deregistered',
  },
  action: {
    edit: 'Edit',
    disable: 'Disable',
    enable: 'Enable',
    promote: 'Promote to administrator',
    demote: 'Demote to user',
    resetFactors: 'Reset second factors',
    delete: 'Deregister',
  },
  ask: {
    disable: {
      title: 'Disable the user “{{name}}”?',
      consequence:
        '{{name}} is logged out and their tokens stop working at once. You can enable the account again.',
      confirm: 'Disable',
    },
    promote: {
      title: 'Make “{{name}}” an administrator?',
      consequence:
        '{{name}} will manage channels, ordinary users and operation settings, and see everybody’s logs. They are logged out, and have these rights when they log in again.',
      confirm: 'Promote',
    },
    demote: {
      title: 'Make “{{name}}” an ordinary user?',
      consequence: '{{name}} loses every administrative right at once and has to log in again.',
      confirm: 'Demote',
    },
    resetFactors: {
      title: 'Reset the second factors of “{{name}}”?',
      consequence:
        'The authenticator app, recovery codes and passkeys of {{name}} are removed; the password alone opens the account from then on. Make sure it is really them who asked.',
      confirm: 'Reset',
    },
    delete: {
      title: 'Deregister “{{name}}” (ID {{id}}) for good?',
      consequence:
        'This cannot be undone. {{name}} is logged out, all their tokens end, their ways to log in and personal data are erased, and the remaining balance is lost. Bills and usage records stay.',
      confirm: 'Deregister for good',
    },
  },
  add: {
    action: 'Add user',
    title: 'Add user',
    done: 'User account created',
  },
  edit: {
    title: 'Edit user',
    ownTitle: 'Edit my account',
    identity: 'Identity',
    rights: 'Group and balance',
    limits: 'Limits',
    done: 'User info updated',
    unreadable: 'This user cannot be edited',
    gone: 'The user does not exist or has been deregistered.',
  },
  form: {
    username: 'Username',
    usernameHint: 'For logging in, 12 characters at most.',
    displayName: 'Display name',
    displayNameHint: 'Left empty, it is the username.',
    password: 'Password',
    passwordHint: '8 to 20 characters.',
    newPassword: 'New password',
    newPasswordHint:
      '8 to 20 characters; empty keeps the current one. With a new one, the person has to log in again.',
    ownPasswordHint:
      '8 to 20 characters; empty keeps the current one. With a new one, other devices are logged out.',
    originalPassword: 'Current password',
    originalPasswordHint: 'Needed for a new username or password.',
    group: 'Group',
    groupHint: 'Decides which channels and price ratios apply.',
    quota: 'Remaining quota',
    quotaHint: 'Goes into the ledger on submit. What is spent while this form is open stays spent.',
    limitsHint: 'Empty: the default of accounts. 0: no limit. Days and months are those of UTC.',
  },
  complaint: {
    usernameRequired: 'The username cannot be empty',
    usernameLong: 'The username can have 12 characters at most',
    usernameAt: 'The username must not contain @',
    displayNameRequired: 'The display name cannot be empty',
    displayNameLong: 'The display name can have 20 characters at most',
    passwordRequired: 'The password cannot be empty',
    passwordShort: 'The password needs at least 8 characters',
    passwordLong: 'The password can have 20 characters at most',
    quotaRequired: 'Please enter a quota',
  },
  addQuota: {
    action: 'Add quota',
    title: 'Add quota',
    amount: 'Amount to add',
    hint: 'May be negative. It takes effect when the form is saved.',
    confirm: 'Put into the form',
    tooMuch: 'The result would be larger than can be recorded',
  },
  bound: {
    title: 'Bound accounts',
    hint: 'People bind these in their own settings; they cannot be changed here.',
    yes: 'Bound',
    no: 'Not bound',
    email: 'Email',
    github_id: 'GitHub',
    oidc_id: 'OIDC',
    wechat_id: 'WeChat',
    telegram_id: 'Telegram',
    linux_do_id: 'LINUX DO',
  },
} satisfies SameKeys<typeof zh>
