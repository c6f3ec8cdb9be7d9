import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/palette.ts'

export default {
  title: 'Go to',
  placeholder: 'Search pages, models and actions',
  placeholderUser: 'Search pages, tokens, models and actions',
  placeholderAdmin: 'Search pages, channels, users, settings and actions',
  close: 'Close',
  searching: 'Searching',
  count_one: '{{count}} result',
  count_other: '{{count}} results',
  empty: 'Nothing matches “{{text}}”',
  emptyHint: 'Try part of a name, an ID, or the key of a setting.',
  secretHint:
    'This looks like a key, so it is not sent anywhere. To find a token by its full key, use the page of API tokens.',
  failed: 'The search failed: {{reason}}',
  retry: 'Try again',
  all_one: 'Show {{count}} match in the list',
  all_other: 'Show all {{count}} matches in the list',
  group: {
    recent: 'Recent',
    pages: 'Pages',
    actions: 'Actions',
    tokens: 'API tokens',
    channels: 'Channels',
    users: 'Users',
    models: 'Models and prices',
    settings: 'System settings',
  },
  action: {
    addToken: 'New key',
    topUp: 'Top up',
    alerts: 'Set alerts',
    security: 'Password and login devices',
    lastMonth: 'Spend of last month by key and model',
    failedCalls: 'Failed calls of today',
    testChannels: 'Test all channels',
    addChannel: 'Add channel',
    addModelEntry: 'Add a model entry',
    addUser: 'Add user',
    addCodes: 'Create redemption codes',
  },
  testChannels: {
    title: 'Test all channels?',
    text: 'Each enabled channel gets a short call, which its upstream may charge. The channels page shows the progress.',
    confirm: 'Test',
  },
  keys: {
    choose: 'choose',
    open: 'open',
    close: 'close',
  },
} satisfies SameKeys<typeof zh>
