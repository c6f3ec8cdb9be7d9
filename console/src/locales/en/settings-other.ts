import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/settings-other.ts'

export default {
  card: {
    info: { title: 'System info' },
    notice: { title: 'Notice', purpose: 'Shown to every visitor. Markdown or HTML.' },
    announcements: {
      title: 'Announcements',
      purpose: 'Announcements with a date, on the dashboard and behind the bell. The newest comes first.',
    },
    faq: { title: 'Questions and answers', purpose: 'Shown on the dashboard.' },
    addresses: { title: 'API addresses', purpose: 'Shown on the dashboard for users to copy.' },
    uptime: {
      title: 'Service status',
      purpose:
        'The server reads status pages of Uptime Kuma, each at most once a minute, and the dashboard shows their monitors.',
    },
    name: { title: 'System name' },
    logo: { title: 'Logo' },
    home: {
      title: 'Home page',
      purpose: 'Replaces the default home page. Markdown or HTML; an https address embeds that page.',
    },
    about: {
      title: 'About',
      purpose: 'Content of the about page. Markdown or HTML; an https address embeds that page.',
    },
    footer: { title: 'Footer', purpose: 'HTML. If empty, the default footer is shown.' },
    header: { title: 'Top bar', purpose: 'Entries that are off are hidden.' },
    sidebar: {
      title: 'Side menu',
      purpose:
        'Applies to all users. Entries that are off are hidden, but their addresses still work. The super administrator always sees the system settings.',
    },
    agreement: {
      title: 'User agreement',
      purpose:
        'If set, the registration form links to it. Markdown or HTML; an https address embeds that page.',
    },
    privacy: {
      title: 'Privacy policy',
      purpose:
        'If set, the registration form links to it. Markdown or HTML; an https address embeds that page.',
    },
  },
  field: {
    Notice: { label: 'Notice' },
    console_setting_announcements_enabled: { label: 'Show announcements' },
    console_setting_announcements: { label: 'Announcements' },
    console_setting_faq_enabled: { label: 'Show questions and answers' },
    console_setting_faq: { label: 'Questions and answers' },
    console_setting_api_info_enabled: { label: 'Show API addresses' },
    console_setting_api_info: { label: 'Addresses' },
    console_setting_uptime_kuma_enabled: { label: 'Show the service status' },
    console_setting_uptime_kuma_groups: { label: 'Status pages' },
    SystemName: { label: 'System name' },
    Logo: { label: 'Logo address' },
    HomePageContent: { label: 'Home page' },
    About: { label: 'About' },
    Footer: { label: 'Footer' },
    HeaderNavModules: { label: 'Top bar' },
    SidebarModulesAdmin: { label: 'Side menu' },
    legal_user_agreement: { label: 'User agreement' },
    legal_privacy_policy: { label: 'Privacy policy' },
  },
  info: {
    version: 'Current version',
    startTime: 'Started',
  },
  update: {
    check: 'Check for update',
    current: 'Already the latest version {{tag}}',
    failed: 'The update check failed. Try again later.',
    found: 'Version {{tag}} is available',
    running: 'Version {{version}} is running.',
    details: 'Details',
  },
  preview: {
    view: 'Write or preview',
    write: 'Write',
    preview: 'Preview',
    empty: 'Nothing to show',
    embedded: 'Embeds the page',
  },
  textSaved: {
    notice: 'Notice updated',
    name: 'System name updated',
    logo: 'Logo updated',
    home: 'Home content updated',
    about: 'About updated',
    footer: 'Footer updated',
    agreement: 'User agreement updated',
    privacy: 'Privacy policy updated',
  },
  textFailed: {
    notice: 'Notice update failed',
    name: 'System name update failed',
    logo: 'Logo update failed',
    home: 'Home content update failed',
    about: 'About update failed',
    footer: 'Footer update failed',
    agreement: 'User agreement update failed',
    privacy: 'Privacy policy update failed',
  },
  lists: {
    entry: 'Entry {{number}}',
    labelOf: '{{label}}, entry {{number}}',
    up: 'Move entry {{number}} up',
    down: 'Move entry {{number}} down',
    delete: 'Delete entry {{number}}',
    announcements: {
      none: 'No announcements yet. The dashboard hides this panel.',
      add: 'Add an announcement',
    },
    faq: { none: 'No questions yet. The dashboard hides this panel.', add: 'Add a question' },
    addresses: { none: 'No addresses yet. The dashboard hides this panel.', add: 'Add an address' },
    uptime: {
      none: 'No status pages yet. The dashboard hides this panel.',
      add: 'Add a status page',
    },
    part: {
      announcements: {
        publishDate: 'Published',
        type: 'Type',
        content: 'Text (Markdown)',
        extra: 'Further details (optional)',
      },
      faq: { question: 'Question', answer: 'Answer (Markdown)' },
      addresses: {
        route: 'Route name',
        color: 'Label colour',
        url: 'Address',
        description: 'Description (optional)',
      },
      uptime: {
        categoryName: 'Name',
        slug: 'Slug of the status page',
        url: 'Address of Uptime Kuma',
        description: 'Description (optional)',
      },
    },
    choice: {
      type: {
        default: 'General',
        ongoing: 'In progress',
        success: 'Success',
        warning: 'Warning',
        error: 'Incident',
      },
      color: {
        blue: 'Blue',
        green: 'Green',
        teal: 'Teal',
        purple: 'Purple',
        red: 'Red',
        orange: 'Orange',
        yellow: 'Yellow',
        lime: 'Lime',
        grey: 'Grey',
      },
    },
  },
  nav: {
    requireAuth: 'Show prices only after login',
    section: { chat: 'Chat', console: 'Console', personal: 'Personal', admin: 'Admin' },
  },
  problem: {
    part: {
      missing: 'Fill in this field',
      tooLong: 'At most {{max}} characters',
      address: 'Must start with http:// or https://',
      slug: 'Only letters, digits, - and _',
      time: 'Enter a valid time',
    },
  },
} satisfies SameKeys<typeof zh>
