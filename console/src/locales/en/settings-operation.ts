import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/settings-operation.ts'

export default {
  card: {
    general: { title: 'General', purpose: 'Links, how amounts are shown, and the mode of the site.' },
    drawing: { title: 'Drawing and tasks', purpose: 'How drawing calls behave, and which logs are shown.' },
    sensitive: { title: 'Sensitive words', purpose: 'Words looked for in requests and answers.' },
    logs: { title: 'Logs', purpose: 'What the usage log keeps, and for how long.' },
    dashboard: { title: 'Data dashboard' },
    monitoring: {
      title: 'Monitoring',
      purpose: 'When channels are switched off, and on again, by themselves.',
    },
    quota: { title: 'Quota' },
    checkin: {
      title: 'Daily check-in',
      purpose: 'Users receive quota for one check-in a day, in their wallet.',
    },
    chats: {
      title: 'Chat presets',
      purpose: 'Chat clients offered beside each token, opened with one click.',
    },
    groups: {
      title: 'Groups',
      purpose: 'Which groups exist, what they pay, and which of them users may choose for their tokens.',
    },
    autoGroups: {
      title: 'Automatic group',
      purpose: 'Tokens of the group auto use the first of these groups that has an available channel.',
    },
    groupModels: {
      title: 'Models by group',
      purpose: 'Models that a group can neither list nor call, although its channels serve them.',
    },
    groupPairs: {
      title: 'Ratios between groups',
      purpose: 'What users of one group pay in another, in place of its ratio. The two never multiply.',
    },
    groupRouting: {
      title: 'Routing of groups',
      purpose:
        'How a group chooses among its channels, and after how long a slow stream is also sent to a second one. The faster answer is charged; the other upstream may still bill you.',
    },
  },
  field: {
    TopUpLink: { label: 'Top-up link', help: 'Where redemption codes are sold. Shown in the wallet.' },
    general_setting_docs_link: { label: 'Documentation link', help: 'In the top bar. Empty hides it.' },
    QuotaPerUnit: {
      label: 'Quota per unit',
      help: 'How much quota makes one dollar, 500000 by default. Prices and display follow it; better left alone.',
    },
    RetryTimes: { label: 'Retries', help: 'Attempts after the first one failed, each on another channel.' },
    RetryBudgetPercent: {
      label: 'Retry budget (%)',
      help: 'Most retries within a minute, as a share of the calls of a node; 60 are always allowed. Keeps an outage from multiplying the load.',
    },
    general_setting_quota_display_type: {
      label: 'Amounts are shown in',
      help: 'In the console and in notices; what is charged stays the same.',
      choice: {
        USD: 'US dollars ($)',
        CNY: 'Yuan (¥)',
        TOKENS: 'Raw quota',
        CUSTOM: 'A currency of your own',
      },
    },
    USDExchangeRate: { label: 'Yuan for a dollar', help: 'For display only.' },
    general_setting_custom_currency_symbol: {
      label: 'Currency sign',
      help: 'Shown before amounts, at most {{max}} characters.',
    },
    general_setting_custom_currency_exchange_rate: {
      label: 'Units of the currency for a dollar',
      help: 'For display only.',
    },
    DisplayTokenStatEnabled: {
      label: 'Billing routes report the quota of the token',
      help: 'When off, they report the quota of the account.',
    },
    KeyInQueryEnabled: {
      label: 'Usage queries and realtime sessions accept the key in the address',
      help: 'For tools that send ?key= to read the usage of an API key, or ?api-key= to open a session. Addresses end up in the logs of proxies; a header is safer.',
    },
    DefaultCollapseSidebar: { label: 'Start with the sidebar collapsed' },
    ExposeRatioEnabled: {
      label: 'Publish prices to gateways',
      help: 'Other gateways read the prices of models at /api/ratio_config, without a key.',
    },
    DemoSiteEnabled: {
      label: 'Demo site',
      help: 'Refuses every change in the console, except switching this off. Set by the super administrator.',
    },
    SelfUseModeEnabled: { label: 'Self-use mode', help: 'Models without a price may be called, for free.' },
    DrawingEnabled: { label: 'Drawing', help: 'Shows the drawing log.' },
    TaskEnabled: { label: 'Tasks', help: 'Shows the task log.' },
    MjNotifyEnabled: {
      label: 'Allow callbacks',
      help: 'Progress is sent to the address the caller names, which then sees the IP of this server.',
    },
    MjAccountFilterEnabled: {
      label: 'Allow account filters',
      help: 'Keeps the account filter of a drawing request.',
    },
    MjForwardUrlEnabled: {
      label: 'Serve images from here',
      help: 'Image addresses lead to this site and do not reveal the upstream.',
    },
    MjModeClearEnabled: {
      label: 'Remove mode parameters',
      help: 'Takes --fast, --relax and --turbo out of prompts.',
    },
    MjActionCheckSuccessEnabled: {
      label: 'Check the task before an action',
      help: 'Upscaling and variations need a task that succeeded.',
    },
    CheckSensitiveEnabled: { label: 'Check for sensitive words' },
    CheckSensitiveOnPromptEnabled: {
      label: 'In prompts',
      help: 'A request with such a word is refused and never sent upstream.',
    },
    CheckSensitiveOnCompletionEnabled: { label: 'In answers' },
    StopOnSensitiveEnabled: { label: 'End the answer at a match', help: 'When off, the word is masked.' },
    SensitiveWords: { label: 'Words', help: 'One a line; case does not matter.' },
    LogConsumeEnabled: {
      label: 'Keep a usage log',
      help: 'When off, calls leave no rows. They are charged all the same.',
    },
    log_retention_charge_days: {
      label: 'Keep usage rows for',
      help: 'Older rows are removed; balances and the dashboard stay. 0: as the server is configured, or for ever.',
    },
    log_retention_error_days: {
      label: 'Keep rows of failed calls for',
      help: '0: as the server is configured, or for ever.',
    },
    log_retention_content_days: {
      label: 'Keep contents of rows for',
      help: 'Then messages of upstreams, attempts and addresses of callers are removed; amounts stay. 0: as long as the row.',
    },
    DataExportEnabled: { label: 'Data dashboard' },
    DataExportInterval: { label: 'Refresh interval', help: 'How often the figures are worked out anew.' },
    DataExportDefaultTime: {
      label: 'Default time step',
      choice: { hour: 'Hour', day: 'Day', week: 'Week' },
    },
    ChannelDisableThreshold: {
      label: 'Longest test',
      help: 'A channel whose scheduled test takes longer counts as too slow. 0 = any time.',
    },
    UpstreamModelCheckHours: {
      label: 'Check upstream models',
      help: 'How often new and vanished models of upstreams are looked for. 0 = only by hand.',
    },
    AutomaticDisableChannelEnabled: {
      label: 'Disable failing channels',
      help: 'Only those with automatic disabling on.',
    },
    AutomaticEnableChannelEnabled: {
      label: 'Enable recovered channels',
      help: 'Those that were disabled automatically and whose test succeeds again.',
    },
    AutomaticDisableKeywords: {
      label: 'Keywords that disable',
      help: 'One a line; case does not matter. A channel is disabled when the error of its upstream has one of them.',
    },
    QuotaForNewUser: { label: 'New users start with' },
    QuotaForInviter: {
      label: 'Reward for inviting',
      help: 'For the inviter, once the invited user has registered.',
    },
    QuotaForInvitee: { label: 'Reward for being invited', help: 'On top of what new users start with.' },
    QuotaRemindThreshold: {
      label: 'Low balance reminder',
      help: 'Users are reminded below this balance, unless they chose another.',
    },
    PreConsumedQuota: {
      label: 'Output tokens held',
      help: 'Held at first when a request sets no limit. Streams hold more as they go.',
    },
    UnsetModelRatio: {
      label: 'Ratio of models without a price',
      help: 'For accounts that accept such models in their personal settings. 0 refuses them.',
    },
    BatchRatio: {
      label: 'Ratio of batches',
      help: 'Calls within a batch cost their price times this. The makers charge 0.5.',
    },
    checkin_setting_enabled: {
      label: 'Check-in',
      help: 'A day begins at midnight in the time zone of the server.',
    },
    checkin_setting_min_quota: { label: 'Least award' },
    checkin_setting_max_quota: {
      label: 'Most award',
      help: 'The award is drawn at random between both.',
    },
    Chats: { label: 'Chat presets', help: 'A list; each entry is {"name": "URL template"}.' },
    GroupRatio: { label: 'Group ratios', help: 'Group to ratio.' },
    UserUsableGroups: { label: 'Groups users may choose', help: 'Group to description.' },
    AutoGroups: {
      label: 'Order of groups',
      help: 'A JSON list of names. The group auto among the selectable groups above offers it to users.',
    },
    DefaultUseAutoGroup: {
      label: 'Propose auto for new tokens',
      help: 'Also used by the first token of a new account.',
    },
    MaxTokenAutoGroups: { label: 'Groups in the order of a token' },
    GroupHiddenModels: {
      label: 'Hidden models',
      help: 'Group to a list of names. A name with * at its end matches all names with that prefix.',
    },
    GroupRoutingStrategy: { label: 'Strategies', help: 'Group to priority, cost, latency or busy.' },
    GroupHedgeMs: { label: 'Second channel after', help: 'Group to milliseconds.' },
    GroupGroupRatio: { label: 'Ratios between groups', help: 'Group of the user → group used → ratio.' },
  },
  routing: {
    group: 'Group',
    strategy: 'Strategy',
    strategyOf: 'Strategy of {{group}}',
    hedge: 'Second channel after',
    hedgeOf: 'Second channel of {{group}} after',
    never: 'Never',
    strategies: {
      priority: 'Priority and weight',
      cost: 'Lowest cost',
      latency: 'Lowest latency',
      busy: 'Least busy',
    },
  },
  problem: {
    chat: {
      nameRequired: 'Client {{number}} needs a name',
      nameTaken: 'The name of client {{number}} is already used',
      urlRequired: 'Client {{number}} needs a URL',
      runsScript: 'The URL of client {{number}} must not run a script',
    },
  },
  perUnit: {
    warningTitle: 'Changing the quota per unit is not recommended',
    warningText:
      'All quota, prices and ratios are worked out with it. A change alters the amounts shown for every balance and past bill at once, and what fixed prices charge.',
    understood: 'I understand',
  },
  words: {
    example: 'One word a line',
    count_one: '{{number}} word',
    count_other: '{{number}} words',
    characters_one: '{{number}} character',
    characters_other: '{{number}} characters',
    duplicates_one: '{{number}} duplicate',
    duplicates_other: '{{number}} duplicates',
    unique: 'Remove duplicates and blank lines',
  },
  logs: {
    clean: 'Clean up old logs',
    cleanHelp: 'Deletes usage rows from before the time you choose. Balances and the ledger stay.',
    cleanRootOnly:
      'Deletes usage rows from before the time you choose. Only the super administrator can do this.',
    before: 'Delete logs from before',
    cleanButton: 'Clean up logs',
    chooseTime: 'Please choose log time',
    cleanTitle: 'Delete all usage rows from before {{time}}?',
    cleanText:
      'They are deleted from the database for good. Dashboards and bills lose the details of that time; balances stay as they are.',
    cleanConfirm: 'Delete',
    cleaned_one: '{{number}} log cleaned',
    cleaned_other: '{{number}} logs cleaned',
    cleanFailed: 'Log cleanup failed: {{reason}}',
  },
  groups: {
    name: 'Group',
    ratio: 'Ratio',
    selectable: 'Selectable',
    description: 'Description',
    newName: 'Name of a new group',
    add: 'Add group',
    autoRatio: 'of the group used',
    noRatio: 'Not set',
    ratioOf: 'Ratio of {{group}}',
    selectableOf: 'Users may choose {{group}}',
    descriptionOf: 'Description of {{group}}',
    stays: 'The group default stays: new accounts belong to it.',
    use: 'In use: accounts {{users}}, tokens {{tokens}}, channels {{channels}}',
    moveTitle: 'Move everything in {{group}}',
    moveText:
      'Accounts {{users}}, tokens {{tokens}} and channels {{channels}} use {{group}}. They are moved now and pay the ratio of the other group from then on. The empty group is deleted when you save.',
    moveTo: 'Move to',
    move: 'Move',
    moved: 'Moved. Save to delete {{group}}.',
  },
  pairs: {
    user: 'Group of the user',
    used: 'Group used',
    ratio: 'Ratio',
    instead: 'In place of',
    none: 'No exceptions: everybody pays the ratio of the group they use.',
    add: 'Add',
    ratioOf: 'Ratio of {{user}} in {{used}}',
    deleteOf: 'Delete the ratio of {{user}} in {{used}}',
    fault: { incomplete: 'Please choose both groups', taken: 'This pair already exists' },
  },
  chats: {
    hint: '{key} in the URL becomes the user’s token, {address} the address of this server.',
    none: 'No chat clients yet.',
    add: 'Add client',
    name: 'Name',
    nameOf: 'Name of client {{number}}',
    urlOf: 'URL template of client {{number}}',
    upOf: 'Move client {{number}} up',
    downOf: 'Move client {{number}} down',
    deleteOf: 'Delete client {{number}}',
    noPlaceholders: 'Without {key} and {address}, users have to fill them in themselves.',
  },
} satisfies SameKeys<typeof zh>
