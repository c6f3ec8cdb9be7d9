import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/shell.ts'

export default {
  nav: {
    main: 'Main navigation',
    side: 'Console navigation',
    home: 'Home',
    console: 'Console',
    about: 'About',
    docs: 'Docs',
    pricing: 'Pricing',
    tokens: 'API Tokens',
    logs: 'Usage Log',
    channels: 'Channels',
    users: 'Users',
    settings: 'Settings',
    sectionConsole: 'Console',
    sectionAdmin: 'Admin',
    sectionPersonal: 'Personal',
    personal: 'Personal settings',
    menu: 'Menu',
  },
  skipToContent: 'Skip to content',
  collapse: 'Collapse sidebar',
  expand: 'Expand sidebar',
  switchToDark: 'Switch to dark',
  switchToLight: 'Switch to light',
  language: 'Language',
  account: 'Account menu: {{name}}',
  register: 'Register',
  notice: 'Announcement',
  newYear: {
    label: 'Celebrate the new year',
    greeting: 'Happy {{year}}. Watch the sky.',
  },
  login: 'Log in',
  logout: 'Log out',
  loggedOut: 'Logged out',
  modes: {
    selfUse: 'Self-use mode',
    demo: 'Demo site',
  },
  footer: {
    text: '{{name}} {{version}}',
    poweredBy: 'Powered by Sluice',
  },
  notFound: {
    title: 'This page does not exist',
    text: 'Please check the address.',
    back: 'Back to home',
  },
  failed: {
    title: 'Something broke on this page',
    text: 'Reloading usually helps. If it keeps happening, pass the details below to the administrator.',
    reload: 'Reload',
  },
  unreachable: {
    title: 'Unable to connect to server',
    text: 'The system status could not be loaded. Check the network, or try again in a moment.',
  },
  palette: {
    title: 'Go to',
    placeholder: 'Type a page or an action',
    empty: 'No matches',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    palette: 'Quick navigation',
    search: 'Focus the search box',
    help: 'Show shortcuts',
    goTo: 'Go to {{page}}',
  },
} satisfies SameKeys<typeof zh>
