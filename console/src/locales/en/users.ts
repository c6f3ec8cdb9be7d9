import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/users.ts'

export default {
  title: 'Users',
  purpose: 'Find and add users, set their group and balance, and control who may log in and make calls.',
  filter: {
    keyword: 'Search ID, username, display name, email',
    group: 'Group',
    query: 'Search',
  },
  empty: {
    title: 'No users yet',
    filtered: 'No user matches',
    filteredHint: 'Try another keyword, or clear the group filter.',
    clear: 'Clear filters',
  },
  column: {
    id: 'ID',
    username: 'Username',
    group: 'Group',
    remaining: 'Balance',
    used: 'Used',
    requests: 'Calls',
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
    unknown: 'Unknown role',
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
        '{{name}} will manage channels, ordinary users and operation settings, and see the logs of all users. They are logged out and have these rights after the next login.',
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
        'The authenticator app, recovery codes and passkeys of {{name}} are removed; from then on the password alone is enough to log in. First make sure that the request came from the owner of the account.',
      confirm: 'Reset',
    },
    delete: {
      title: 'Deregister “{{name}}” (ID {{id}}) for good?',
      consequence:
        'This cannot be undone. {{name}} is logged out at once, all their tokens stop working, their login methods and personal data are erased, and the remaining balance is lost. Bills and usage records are kept.',
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
    usernameHint: 'Used to log in. At most 12 characters.',
    displayName: 'Display name',
    displayNameHint: 'If empty, the username is used.',
    password: 'Password',
    passwordHint: '8 to 20 characters.',
    newPassword: 'New password',
    newPasswordHint:
      '8 to 20 characters. Leave empty to keep the current one. After a change the user has to log in again.',
    ownPasswordHint:
      '8 to 20 characters. Leave empty to keep the current one. A change logs out your other devices.',
    originalPassword: 'Current password',
    originalPasswordHint: 'Required to change the username or password.',
    group: 'Group',
    groupHint: 'Determines the available channels and the price ratio.',
    quota: 'Balance',
    quotaHint: 'Written to the ledger when you save. Spending while this form is open is kept.',
    limitsHint: 'Empty: the account defaults. 0: no limit. Days and months are in UTC.',
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
    hint: 'Can be negative. Takes effect when the form is saved.',
    confirm: 'Apply to the form',
    tooMuch: 'The result would be larger than can be recorded',
  },
  bound: {
    title: 'Bound accounts',
    hint: 'Users bind these in their personal settings. They cannot be changed here.',
    yes: 'Bound',
    no: 'Not bound',
    email: 'Email',
    github_id: 'GitHub',
    oidc_id: 'OIDC',
    wechat_id: 'WeChat',
    telegram_id: 'Telegram',
    linux_do_id: 'Linux DO',
  },
} satisfies SameKeys<typeof zh>
