import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/setup.ts'

export default {
  title: 'Welcome to {{name}}',
  purpose: 'Create the administrator, name the site and choose how it is used.',
  loadFailed: 'The set-up status could not be loaded. Reload the page.',
  sqlite: {
    title: 'Using the built-in SQLite database',
    text: 'In a container, mount the folder of the database file on a persistent volume. Otherwise the data is lost with the container. PostgreSQL or MySQL is recommended for production.',
  },
  adminExists:
    'The administrator account exists already. Enter a site name and choose the usage mode, then log in with that account.',
  admin: {
    heading: 'Administrator account',
    text: 'It has all permissions. Keep its password safe.',
    username: 'Administrator username',
    usernameRequired: 'Enter a username',
    usernameTooLong: 'At most {{max}} characters',
    usernameInvalid: 'The username must not contain @, invisible characters or several spaces in a row',
    password: 'Password',
    passwordHint: '{{min}} to {{max}} characters.',
    passwordTooShort: 'At least {{min}} characters',
    passwordTooLong: 'At most {{max}} characters',
    confirm: 'Confirm password',
    confirmRequired: 'Enter the password again',
    mismatch: 'The two passwords do not match',
  },
  token: {
    heading: 'Set-up token',
    label: 'Set-up token',
    text: 'The server prints it when it starts; if SETUP_TOKEN is set, it is that value. It proves that you deployed the server.',
    required: 'Enter the set-up token',
    wrong: 'The set-up token is wrong',
  },
  site: {
    heading: 'Site',
    text: 'Shown in the top bar, in browser tabs and in mails. You can change it later in the settings.',
    label: 'Site name',
    required: 'Enter a site name',
    invalid: 'At most {{max}} characters, none of them invisible',
    address: 'Site address',
    addressHint: 'Links in mails, callbacks and payments lead here. Without a path.',
    addressHintBelow: 'Links in mails, callbacks and payments lead here. With the path {{path}} at its end.',
    addressInvalid: 'Must start with http:// or https://',
  },
  mode: {
    heading: 'Usage mode',
    text: 'You can change it later in the settings.',
    help: 'About the modes',
    helpTitle: 'Usage modes',
    understood: 'Understood',
    external: 'External operation',
    externalText: 'For customers. Every model needs a price.',
    externalHelp:
      'The default. Serves many users and bills per model: every model needs a price, and models without one cannot be called.',
    self: 'Self-use',
    selfText: 'For yourself or a small team.',
    selfHelp:
      'For one person or a small team. Models without a price can be called and cost nothing; registration is closed.',
    demo: 'Demo site',
    demoText: 'For showing features. Nothing can be changed.',
    demoHelp:
      'For a public demonstration. Visitors can look at everything, and the server refuses all changes. The super administrator can switch the mode off in the settings.',
  },
  registration: {
    label: 'Who may create accounts',
    closed: 'Only administrators',
    open: 'Every visitor',
    hint: 'You can change it later in the settings. For visitors, mail verification or a check against robots is recommended: set one up there first.',
  },
  submit: 'Initialise system',
  success: 'System initialised successfully, redirecting',
  failed: 'The site was not set up. Try again.',
  unreachable: 'The site was not set up. Check your network, then try again.',
} satisfies SameKeys<typeof zh>
