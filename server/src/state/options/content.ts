import { readHeaderNav, readSidebarNav } from '@sluice/contract/nav-modules'
import { announcementList, apiAddressList, faqList, uptimeGroupList } from '@sluice/contract/site-content'
import { headerNavOption, sidebarNavOption } from '../nav-options.ts'
import { booleanOption, jsonListOption, textOption } from '../option-type.ts'
import { option } from './option.ts'

const shown = (effect: string) =>
  option({ type: booleanOption, default: true, writer: 'admin', screen: 'other', effect })

/** Content of the operator for the console: the tab "other". */
export const contentOptions = {
  'console_setting.announcements': option({
    type: jsonListOption(announcementList),
    default: [],
    writer: 'admin',
    screen: 'other',
    effect: 'Announcements with their dates, on the dashboard and behind the bell; newest first.',
  }),
  'console_setting.announcements_enabled': shown('Announcements are shown.'),
  'console_setting.faq': option({
    type: jsonListOption(faqList),
    default: [],
    writer: 'admin',
    screen: 'other',
    effect: 'Questions and answers on the dashboard; answers are Markdown.',
  }),
  'console_setting.faq_enabled': shown('Questions and answers are shown.'),
  'console_setting.api_info': option({
    type: jsonListOption(apiAddressList),
    default: [],
    writer: 'admin',
    screen: 'other',
    effect: 'Addresses of the model API on the dashboard.',
  }),
  'console_setting.uptime_kuma_groups': option({
    type: jsonListOption(uptimeGroupList),
    default: [],
    writer: 'admin',
    screen: 'other',
    effect: 'Status pages of Uptime Kuma whose monitors are shown on the dashboard.',
  }),
  'console_setting.uptime_kuma_enabled': shown('The monitors of the status pages are read and shown.'),
  'console_setting.api_info_enabled': shown('Addresses of the model API are shown.'),
  'legal.user_agreement': option({
    type: textOption(262_144),
    default: '',
    writer: 'admin',
    screen: 'other',
    effect: 'User agreement, Markdown, HTML or an https address; the registration form links to it.',
  }),
  'legal.privacy_policy': option({
    type: textOption(262_144),
    default: '',
    writer: 'admin',
    screen: 'other',
    effect: 'Privacy policy, Markdown, HTML or an https address; the registration form links to it.',
  }),
  HeaderNavModules: option({
    type: headerNavOption,
    default: () => readHeaderNav(''),
    writer: 'admin',
    screen: 'other',
    effect:
      'Entries of the bar at the top, and whether prices are shown to anyone, to accounts or not at all.',
  }),
  SidebarModulesAdmin: option({
    type: sidebarNavOption,
    default: () => readSidebarNav(''),
    writer: 'admin',
    screen: 'other',
    effect: 'Sections and entries of the side menu.',
  }),
} as const
