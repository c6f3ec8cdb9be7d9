import { writeHeaderNav, writeSidebarNav } from '@sluice/contract/nav-modules'
import type { UptimeGroup } from '@sluice/contract/site-content'
import type { OptionValues } from '../../state/option-registry.ts'
import { newestAnnouncements } from '../newest-announcements.ts'

/** Content of the operator for the console. A list is present only when it is shown. */
export function buildContentStatus(options: OptionValues) {
  const isShown = {
    announcements_enabled: options['console_setting.announcements_enabled'],
    faq_enabled: options['console_setting.faq_enabled'],
    api_info_enabled: options['console_setting.api_info_enabled'],
  }
  return {
    HeaderNavModules: writeHeaderNav(options.HeaderNavModules),
    SidebarModulesAdmin: writeSidebarNav(options.SidebarModulesAdmin),
    ...isShown,
    uptime_kuma_enabled: shownStatusPages(options).length > 0,
    ...(isShown.announcements_enabled && {
      announcements: newestAnnouncements(options),
    }),
    ...(isShown.faq_enabled && { faq: [...options['console_setting.faq']] }),
    ...(isShown.api_info_enabled && { api_info: [...options['console_setting.api_info']] }),
  }
}

/** The status pages that the dashboard shows. */
export const shownStatusPages = (options: OptionValues): readonly UptimeGroup[] =>
  options['console_setting.uptime_kuma_enabled'] ? options['console_setting.uptime_kuma_groups'] : []
