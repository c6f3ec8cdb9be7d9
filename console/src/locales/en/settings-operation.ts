import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/settings-operation.ts'

export default {
  card: {
    general: { title: 'General', purpose: 'Links, how amounts are shown, and the mode of the site.' },
    drawing: { title: 'Drawing and tasks', purpose: 'How drawing calls behave, and which logs are shown.' },
    sensitive: { title: 'Sensitive words', purpose: 'Words to look for in requests and answers.' },
    logs: { title: 'Logs', purpose: 'What the usage log keeps, and for how long.' },
    dashboard: { title: 'Data dashboard' },
    monitoring: {
      title: 'Monitoring',
      purpose: 'When channels are disabled and enabled again automatically.',
    },
    quota: { title: 'Quota' },
    checkin: {
      title: 'Daily check-in',
      purpose: 'Users can check in once a day in their wallet and receive quota.',
    },
    chats: {
      title: 'Chat presets',
      purpose: 'Chat clients offered beside each token, opened with one click.',
    },
    groups: {
      title: 'Groups',
      purpose: 'The groups, their ratios, and which of them users may choose for their tokens.',
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
      purpose:
        'The ratio that users of one group pay in another group, instead of its own ratio. The two are never multiplied.',
    },
    groupRouting: {
      title: 'Group routing',
      purpose:
        'How each group chooses a channel, and after what delay a slow stream is also sent to a second one. Only the faster answer is charged, but the other upstream may still bill you.',
    },
  },
  field: {
    TopUpLink: { label: 'Top-up link', help: 'Where redemption codes are sold. Shown in the wallet.' },
    general_setting_docs_link: { label: 'Documentation link', help: 'In the top bar. Empty hides it.' },
    QuotaPerUnit: {
      label: 'Quota per unit',
      help: 'Quota per US dollar, 500000 by default. Prices and displayed amounts depend on it. Changing it is not recommended.',
    },
    RetryTimes: {
      label: 'Retries',
      help: 'Maximum attempts after the first failure, each on another channel.',
    },
    RetryBudgetPercent: {
      label: 'Retry budget (%)',
      help: 'Maximum retries per minute as a share of the calls of a node; 60 are always allowed. Prevents an outage from multiplying the load.',
    },
    general_setting_quota_display_type: {
      label: 'Amounts are shown in',
      help: 'Applies to the console and to notifications. Charges are not affected.',
      choice: {
        USD: 'US dollars ($)',
        CNY: 'Yuan (¥)',
        TOKENS: 'Raw quota',
        CUSTOM: 'Custom currency',
      },
    },
    USDExchangeRate: { label: 'Yuan per US dollar', help: 'For display only.' },
    general_setting_custom_currency_symbol: {
      label: 'Currency sign',
      help: 'Shown before amounts, at most {{max}} characters.',
    },
    general_setting_custom_currency_exchange_rate: {
      label: 'Custom currency units per US dollar',
      help: 'For display only.',
    },
    DisplayTokenStatEnabled: {
      label: 'Billing routes report the quota of the token',
      help: 'When off, they report the quota of the account.',
    },
    KeyInQueryEnabled: {
      label: 'Accept keys in the address',
      help: 'For tools that send ?key= to read the usage of an API key, or ?api-key= to open a session. Addresses are kept in proxy logs, so a header is safer.',
    },
    DefaultCollapseSidebar: { label: 'Collapse the sidebar by default' },
    ExposeRatioEnabled: {
      label: 'Publish prices to other gateways',
      help: 'Other gateways can read the model prices at /api/ratio_config without a key.',
    },
    DemoSiteEnabled: {
      label: 'Demo site',
      help: 'Refuses every change in the console, except switching this off. Set by the super administrator.',
    },
    SelfUseModeEnabled: {
      label: 'Self-use mode',
      help: 'Models without a price can be called free of charge, and registration is closed.',
    },
    DrawingEnabled: { label: 'Drawing', help: 'Shows the drawing log.' },
    TaskEnabled: { label: 'Tasks', help: 'Shows the task log.' },
    MjNotifyEnabled: {
      label: 'Allow callbacks',
      help: 'Task progress is sent to the address that the caller specifies, which reveals the IP of this server.',
    },
    VideoCallbacksEnabled: {
      label: 'Callbacks of video makers',
      help: 'A maker that calls the server address when a video changes is asked at once. It learns that address.',
    },
    MjAccountFilterEnabled: {
      label: 'Allow account filters',
      help: 'Keeps the account filter of a drawing request.',
    },
    MjForwardUrlEnabled: {
      label: 'Serve images through this site',
      help: 'Image addresses point to this site and do not reveal the upstream.',
    },
    MjModeClearEnabled: {
      label: 'Remove mode parameters',
      help: 'Removes --fast, --relax and --turbo from prompts.',
    },
    MjActionCheckSuccessEnabled: {
      label: 'Check the task before an action',
      help: 'Upscales and variations are possible only after the original task has succeeded.',
    },
    CheckSensitiveEnabled: { label: 'Check for sensitive words' },
    CheckSensitiveOnPromptEnabled: {
      label: 'In prompts',
      help: 'A request that contains such a word is refused and not sent to an upstream.',
    },
    CheckSensitiveOnCompletionEnabled: { label: 'In answers' },
    StopOnSensitiveEnabled: { label: 'End the answer at a match', help: 'When off, the word is masked.' },
    SensitiveWords: { label: 'Words', help: 'One per line, not case-sensitive.' },
    LogConsumeEnabled: {
      label: 'Keep a usage log',
      help: 'When off, calls leave no rows but are still charged.',
    },
    log_retention_charge_days: {
      label: 'Keep usage rows for',
      help: 'Older rows are deleted. Balances and the dashboard are not affected. 0: the server’s configuration, or unlimited.',
    },
    log_retention_error_days: {
      label: 'Keep rows of failed calls for',
      help: '0: the server’s configuration, or unlimited.',
    },
    log_retention_content_days: {
      label: 'Keep row contents for',
      help: 'Afterwards upstream messages, attempts and caller addresses are removed; amounts are kept. 0: as long as the row.',
    },
    DataExportEnabled: { label: 'Enable the data dashboard' },
    DataExportInterval: { label: 'Refresh interval', help: 'How often the figures are updated.' },
    DataExportDefaultTime: {
      label: 'Default time step',
      choice: { hour: 'Hour', day: 'Day', week: 'Week' },
    },
    ChannelDisableThreshold: {
      label: 'Maximum test time',
      help: 'A channel whose scheduled test takes longer counts as too slow. 0: no limit.',
    },
    UpstreamModelCheckHours: {
      label: 'Check upstream models',
      help: 'How often to check upstreams for new and removed models. 0: manual checks only.',
    },
    AutomaticDisableChannelEnabled: {
      label: 'Disable failing channels',
      help: 'Only channels with automatic disabling on.',
    },
    AutomaticEnableChannelEnabled: {
      label: 'Enable recovered channels',
      help: 'Channels that were disabled automatically and then pass a test.',
    },
    AutomaticDisableKeywords: {
      label: 'Keywords that disable a channel',
      help: 'One per line, not case-sensitive. A channel is disabled when an error of its upstream contains one of them.',
    },
    QuotaForNewUser: { label: 'Initial quota of new users' },
    QuotaForInviter: {
      label: 'Reward for the inviter',
      help: 'Credited when the invited user has registered.',
    },
    QuotaForInvitee: {
      label: 'Reward for the invited user',
      help: 'Credited in addition to the initial quota.',
    },
    QuotaRemindThreshold: {
      label: 'Low balance warning',
      help: 'Users are notified when their balance falls below this value, unless they have set their own.',
    },
    PreConsumedQuota: {
      label: 'Reserved output tokens',
      help: 'Reserved when a request does not limit its output. Streams reserve more as needed.',
    },
    UnsetModelRatio: {
      label: 'Ratio of models without a price',
      help: 'Applies to accounts that accept such models in their personal settings. 0: calls are refused.',
    },
    BatchRatio: {
      label: 'Batch ratio',
      help: 'Calls in a batch are charged at their price times this ratio. Providers charge 0.5.',
    },
    checkin_setting_enabled: {
      label: 'Check-in',
      help: 'A new day begins at midnight in the server’s time zone.',
    },
    checkin_setting_min_quota: { label: 'Minimum reward' },
    checkin_setting_max_quota: {
      label: 'Maximum reward',
      help: 'Each reward is a random amount between the two.',
    },
    Chats: { label: 'Chat presets', help: 'A list; each entry is {"name": "URL template"}.' },
    GroupRatio: { label: 'Group ratios', help: 'The ratio of each group.' },
    UserUsableGroups: { label: 'Groups users may choose', help: 'Each of these groups with its description.' },
    AutoGroups: {
      label: 'Order of groups',
      help: 'Tried from the first to the last. Add auto to the selectable groups above to offer it to users.',
    },
    DefaultUseAutoGroup: {
      label: 'Use auto for new tokens',
      help: 'Also applies to the first token of a new account.',
    },
    MaxTokenAutoGroups: { label: 'Maximum groups in the order of a token' },
    GroupHiddenModels: {
      label: 'Hidden models',
      help: 'The hidden models of each group. A name that ends in * matches all names with that prefix.',
    },
    GroupRoutingStrategy: { label: 'Strategies', help: 'The strategy of each group: priority, cost, latency or busy.' },
    GroupHedgeMs: { label: 'Delay before the second channel', help: 'The milliseconds of each group.' },
    GroupGroupRatio: { label: 'Ratios between groups', help: 'Group of the user → group used → ratio.' },
  },
  autoGroups: {
    add: 'Add a group',
    upOf: 'Move {{group}} up',
    downOf: 'Move {{group}} down',
    removeOf: 'Remove {{group}}',
    moved: '{{group}} is now at place {{place}} of {{count}}',
    unknown: 'Does not exist',
  },
  groupModels: {
    hint: 'Press Enter or type a comma after each name. A name that ends in * matches all names with that prefix.',
    modelsOf: 'Models hidden from {{group}}',
    none: 'No hidden models',
  },
  routing: {
    group: 'Group',
    strategy: 'Strategy',
    strategyOf: 'Strategy of {{group}}',
    hedge: 'Delay before the second channel',
    hedgeOf: 'Delay of {{group}} before the second channel',
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
      'All quota, prices and ratios are converted with it. A change immediately alters the displayed amounts of all balances and past bills, and the quota of fixed prices.',
    understood: 'I understand',
  },
  words: {
    example: 'One word per line',
    count_one: '{{number}} word',
    count_other: '{{number}} words',
    characters_one: '{{number}} character',
    characters_other: '{{number}} characters',
    duplicates_one: '{{number}} duplicate',
    duplicates_other: '{{number}} duplicates',
    unique: 'Remove duplicates and blank lines',
  },
  logs: {
    clean: 'Delete old usage rows',
    cleanHelp: 'Deletes usage rows from before the chosen time. Balances and the ledger are not affected.',
    cleanRootOnly: 'Deletes usage rows from before the chosen time. Only the super administrator can do this.',
    before: 'Delete rows from before',
    cleanButton: 'Delete rows',
    chooseTime: 'Choose a time',
    cleanTitle: 'Delete all usage rows from before {{time}}?',
    cleanText:
      'The rows are deleted permanently from the database. Dashboards and bills lose the details of that time. Balances are not affected.',
    cleanConfirm: 'Delete',
    cleaned_one: '{{number}} row deleted',
    cleaned_other: '{{number}} rows deleted',
    cleaning_one: '{{number}} row deleted so far. The rest follows: its progress is on the System page.',
    cleaning_other: '{{number}} rows deleted so far. The rest follows: its progress is on the System page.',
    cleanFailed: 'The rows were not deleted: {{reason}}',
  },
  groups: {
    name: 'Group',
    ratio: 'Ratio',
    selectable: 'Selectable',
    description: 'Description',
    newName: 'Name of a new group',
    add: 'Add group',
    autoRatio: 'Ratio of the group used',
    noRatio: 'Not set',
    ratioOf: 'Ratio of {{group}}',
    selectableOf: 'Users may choose {{group}}',
    descriptionOf: 'Description of {{group}}',
    stays: 'New accounts belong to the group default, so it cannot be deleted.',
    use: 'In use: accounts {{users}}, tokens {{tokens}}, channels {{channels}}',
    moveTitle: 'Move everything in {{group}}',
    moveText:
      '{{group}} is used by accounts ({{users}}), tokens ({{tokens}}) and channels ({{channels}}). They are moved at once and from then on are charged at the ratio of the chosen group. The empty group is deleted when you save.',
    moveTo: 'Move to',
    move: 'Move',
    moved: 'Moved. Save to delete {{group}}.',
  },
  pairs: {
    user: 'Group of the user',
    used: 'Group used',
    ratio: 'Ratio',
    instead: 'Replaces',
    none: 'No exceptions: all users pay the ratio of the group they use.',
    add: 'Add',
    ratioOf: 'Ratio of {{user}} in {{used}}',
    deleteOf: 'Delete the ratio of {{user}} in {{used}}',
    fault: { incomplete: 'Choose both groups', taken: 'This pair already exists' },
  },
  chats: {
    hint: 'In the URL, {key} is replaced by the user’s token and {address} by the address of this server.',
    none: 'No chat clients yet.',
    add: 'Add client',
    name: 'Name',
    nameOf: 'Name of client {{number}}',
    urlOf: 'URL template of client {{number}}',
    upOf: 'Move client {{number}} up',
    downOf: 'Move client {{number}} down',
    deleteOf: 'Delete client {{number}}',
    noPlaceholders: 'The URL has no {key} and {address}, so users have to enter them in the client.',
  },
} satisfies SameKeys<typeof zh>
