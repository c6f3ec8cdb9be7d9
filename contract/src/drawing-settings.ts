import { z } from 'zod'
import { because, formed } from './reason-of-issue.ts'

export const drawingModes = ['fast', 'relax', 'turbo'] as const
export type DrawingMode = (typeof drawingModes)[number]

/** The picture addresses that clients get: the gateway's, Discord's and Midjourney's, or those of a mirror. */
export const pictureAddresses = ['gateway', 'origin', 'mirror'] as const
/** Maximum length of a mirror's address. */
export const mirrorMax = 200

/** An https address up to the path of pictures: a host, without account and query. */
const mirrorPattern = /^https:\/\/[a-z0-9.-]*[a-z0-9](:\d{1,5})?(\/[^\s?#@\\]*)?$/i

/** The drawing settings of a token. Absent = the path decides, otherwise the operator's option. */
export const drawingSettings = z
  .object({
    /** The speed, which overrides path and prompt. */
    mode: z.enum(drawingModes).optional(),
    pictures: z.enum(pictureAddresses).optional(),
    /** Replaces `https://cdn.discordapp.com` and the like. */
    mirror: formed(z.string().trim().max(mirrorMax), mirrorPattern, 'mustBeHttps').optional(),
    /** False: when an upstream is busy, its answer is returned instead of trying the next one. */
    fallback: z.boolean().optional(),
  })
  .refine(({ pictures, mirror }) => pictures !== 'mirror' || mirror !== undefined, {
    path: ['mirror'],
    ...because('mustBeHttps'),
  })
export type DrawingSettings = z.infer<typeof drawingSettings>

/** Parses stored settings; null and '' mean none. Throws if `formatDrawingSettings` did not write the text. */
export const parseDrawingSettings = (text: string | null): DrawingSettings =>
  text === null || text === '' ? {} : drawingSettings.parse(JSON.parse(text))

/** The text to store; null without settings. */
export const formatDrawingSettings = ({ mode, pictures, mirror, fallback }: DrawingSettings): string | null => {
  const text = JSON.stringify({ mode, pictures, mirror, fallback })
  return text === '{}' ? null : text
}
