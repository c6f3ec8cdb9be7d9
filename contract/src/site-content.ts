import { z } from 'zod'
import { announcementPlaces } from './announcement-times.ts'
import { because, formed } from './reason-of-issue.ts'

/** Importance of an announcement, which decides its colour in the console. */
export const announcementTypes = ['default', 'ongoing', 'success', 'warning', 'error'] as const
export type AnnouncementType = (typeof announcementTypes)[number]

export const contentLimits = {
  announcements: 100,
  announcementContent: 500,
  announcementExtra: 100,
  faq: 100,
  question: 200,
  answer: 1_000,
  addresses: 50,
  route: 100,
  description: 200,
  uptimeGroups: 20,
  category: 50,
} as const

const filled = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.trim() !== '', because('notEmpty'))

/** An absolute http(s) address without a user name, unchanged. */
const webAddress = formed(z.string().trim().max(2_048), /^https?:\/\/[^\s/?#@\\]+([/?#]\S*)?$/i, 'mustBeWebAddress')

/** `content` and `extra` are Markdown. */
export const announcement = z
  .object({
    content: filled(contentLimits.announcementContent),
    publishDate: z.iso.datetime({ offset: true }),
    type: z.enum(announcementTypes).default('default'),
    extra: z.string().max(contentLimits.announcementExtra).default(''),
    /** When it is over; '' or absent = never. */
    until: z.iso.datetime({ offset: true }).or(z.literal('')).optional(),
    /** Both texts for readers of Chinese; '' or absent = the others. Programs that do not know them show the others. */
    content_zh: z.string().max(contentLimits.announcementContent).optional(),
    extra_zh: z.string().max(contentLimits.announcementExtra).optional(),
    /** Absent: behind the bell and on the status page, and as a banner on all pages if it has an end. */
    places: z.array(z.enum(announcementPlaces)).min(1).max(announcementPlaces.length).optional(),
  })
  .refine(({ publishDate, until = '' }) => until === '' || Date.parse(publishDate) < Date.parse(until), {
    path: ['until'],
    ...because('endsBeforeStart'),
  })
export type Announcement = z.infer<typeof announcement>
export const announcementList = z.array(announcement).max(contentLimits.announcements)

/** Empty parts are not stored: programs that do not know them read what they always read. */
export const withoutEmptyParts = ({ until, content_zh, extra_zh, places, ...rest }: Announcement): Announcement => ({
  ...rest,
  ...(until && { until }),
  ...(content_zh?.trim() && { content_zh }),
  ...(content_zh?.trim() && extra_zh?.trim() && { extra_zh }),
  ...(places && { places: announcementPlaces.filter((place) => places.includes(place)) }),
})

/** `answer` is Markdown. */
export const faqEntry = z.object({
  question: filled(contentLimits.question),
  answer: filled(contentLimits.answer),
})
export type FaqEntry = z.infer<typeof faqEntry>
export const faqList = z.array(faqEntry).max(contentLimits.faq)

/** One address of the gateway. */
export const apiAddress = z.object({
  url: webAddress,
  route: filled(contentLimits.route),
  description: z.string().max(contentLimits.description).default(''),
  color: z.string().max(32).default('blue'),
})
export type ApiAddress = z.infer<typeof apiAddress>
export const apiAddressList = z.array(apiAddress).max(contentLimits.addresses)

/** A status page of Uptime Kuma: `{url}/status/{slug}` is its public address. */
export const uptimeGroup = z.object({
  categoryName: filled(contentLimits.category),
  url: webAddress.transform((text) => text.replace(/\/+$/, '')),
  slug: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/),
  description: z.string().max(contentLimits.description).default(''),
})
export type UptimeGroup = z.infer<typeof uptimeGroup>
export const uptimeGroupList = z.array(uptimeGroup).max(contentLimits.uptimeGroups)

/** States of a monitor in Uptime Kuma. */
export const monitorStatus = { down: 0, up: 1, pending: 2, maintenance: 3 } as const

/** `GET /api/uptime/status`: an entry for each configured status page, in the operator's order. */
export const uptimeStatus = z.array(
  z.object({
    categoryName: z.string(),
    description: z.string(),
    monitors: z.array(
      z.object({
        name: z.string(),
        /** Share of the last 24 hours, 0 to 1. */
        uptime: z.number(),
        /** One of `monitorStatus`; `pending` when there is no measurement yet. */
        status: z.number(),
        /** Name of the group on the status page; absent without a group. */
        group: z.string().optional(),
      }),
    ),
    /** True if the status page could not be read. */
    unreachable: z.literal(true).optional(),
  }),
)
export type UptimeStatus = z.infer<typeof uptimeStatus>
