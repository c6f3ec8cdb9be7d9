import {
  announcementList,
  apiAddressList,
  faqList,
  contentLimits as max,
  uptimeGroupList,
  withoutEmptyParts,
} from '../site-content.ts'
import { jsonList } from './list-types.ts'
import { card, option } from './option.ts'
import { onOff } from './option-type.ts'

// Lists on the dashboard.

export const announcementsCard = card({
  id: 'announcements',
  area: 'other',
  writer: 'admin',
  options: {
    'console_setting.announcements_enabled': option(onOff, {
      default: true,
      effect: 'Announcements are shown.',
    }),
    'console_setting.announcements': option(
      jsonList(
        `≤ ${max.announcements} × {content ≤ ${max.announcementContent}, publishDate, type, extra ≤ ${max.announcementExtra}, until, content_zh, extra_zh, places}`,
        announcementList.transform((list) => list.map(withoutEmptyParts)),
      ),
      {
        default: [],
        effect:
          'Announcements, on the dashboard and behind the bell, in `/api/status` newest first. `publishDate` is a time as in RFC 3339; `type` is `default`, `ongoing`, `success`, `warning` or `error`; `content` and `extra` are Markdown; `content_zh` and `extra_zh` are the same for readers of Chinese. It is over at the time `until`, which is later than `publishDate`. `places` lists where it is shown: `banner` (all pages while it runs, at most the three newest), `bell` (with the dashboard), `login` (the sign-in page while it runs), `status` (the status page and its feed); without `places` that is bell and status page, and the banner if there is an `until`.',
      },
    ),
  },
})

export const faqCard = card({
  id: 'faq',
  area: 'other',
  writer: 'admin',
  options: {
    'console_setting.faq_enabled': option(onOff, {
      default: true,
      effect: 'Questions and answers are shown.',
    }),
    'console_setting.faq': option(
      jsonList(`≤ ${max.faq} × {question ≤ ${max.question}, answer ≤ ${max.answer}}`, faqList),
      {
        default: [],
        effect: 'Questions and answers on the dashboard, in `/api/status`; answers are Markdown.',
      },
    ),
  },
})

export const addressesCard = card({
  id: 'addresses',
  area: 'other',
  writer: 'admin',
  options: {
    'console_setting.api_info_enabled': option(onOff, {
      default: true,
      effect: 'Addresses of the model API are shown.',
    }),
    'console_setting.api_info': option(
      jsonList(
        `≤ ${max.addresses} × {url, route ≤ ${max.route}, description ≤ ${max.description}, color}`,
        apiAddressList,
      ),
      {
        default: [],
        effect:
          'Addresses of the model API on the dashboard, in `/api/status`; `color` is that of the label of `route`.',
      },
    ),
  },
})

export const uptimeCard = card({
  id: 'uptime',
  area: 'other',
  writer: 'admin',
  options: {
    'console_setting.uptime_kuma_enabled': option(onOff, {
      default: true,
      effect: 'The monitors of the status pages are read and shown.',
    }),
    'console_setting.uptime_kuma_groups': option(
      jsonList(
        `≤ ${max.uptimeGroups} × {categoryName ≤ ${max.category}, url, slug, description ≤ ${max.description}}`,
        uptimeGroupList,
      ),
      {
        default: [],
        effect:
          'Status pages of Uptime Kuma whose monitors the dashboard shows: `GET /api/uptime/status`. This server reads `{url}/api/status-page/{slug}` and `…/heartbeat/{slug}`, each page at most once a minute, from public addresses and those of `OUTBOUND_ALLOW`.',
      },
    ),
  },
})
