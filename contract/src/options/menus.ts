import { readHeaderNav, readSidebarNav } from '../nav-modules.ts'
import { headerMenu, sidebarMenu } from './menu-types.ts'
import { card, option } from './option.ts'

// Entries of the menus.

export const headerCard = card({
  id: 'header',
  area: 'other',
  writer: 'admin',
  options: {
    HeaderNavModules: option(headerMenu, {
      default: readHeaderNav(''),
      effect:
        'Entries of the bar at the top; absent is shown, empty hides nothing. With `requireAuth`, `GET /api/pricing` answers visitors 401; where prices are switched off it answers 403. Without `status`, `GET /api/site_health` answers 403, and there is no feed.',
    }),
  },
})

export const sidebarCard = card({
  id: 'sidebar',
  area: 'other',
  writer: 'admin',
  options: {
    SidebarModulesAdmin: option(sidebarMenu, {
      default: readSidebarNav(''),
      effect:
        'Sections and entries of the side menu: `{chat: {playground, chat}, console: {detail, token, log, midjourney, task}, personal: {topup, personal}, admin: {channel, models, prices, redemption, orders, user, margin, audit, setting}}`; absent is shown, empty hides nothing. Hidden pages keep their addresses; the super administrator always sees the settings.',
    }),
  },
})
