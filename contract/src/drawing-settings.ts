import { z } from 'zod'
import { errorReasons } from './error-reasons.ts'

export const drawingModes = ['fast', 'relax', 'turbo'] as const
export type DrawingMode = (typeof drawingModes)[number]

/** Where clients find pictures: at addresses of the gateway, at those of Discord and Midjourney, or behind a mirror of these. */
export const pictureAddresses = ['gateway', 'origin', 'mirror'] as const
/** Longest address of a mirror. */
export const mirrorMax = 200

/** An address over https, as far as the path of pictures begins: a host, no account, no query. */
const mirrorPattern = /^https:\/\/[a-z0-9.-]*[a-z0-9](:\d{1,5})?(\/[^\s?#@\\]*)?$/i

/** What holds for the drawings of a token. Absent = as the path says, else as the operator set it. */
export const drawingSettings = z
  .object({
    /** Speed they are made at, whatever path and prompt say. */
    mode: z.enum(drawingModes).optional(),
    pictures: z.enum(pictureAddresses).optional(),
    /** Stands in place of `https://cdn.discordapp.com` and its like. */
    mirror: z.string().trim().max(mirrorMax).regex(mirrorPattern, errorReasons.mustBeHttps).optional(),
    /** False: when an upstream is busy its answer is told, instead of asking the next one. */
    fallback: z.boolean().optional(),
  })
  .refine(({ pictures, mirror }) => pictures !== 'mirror' || mirror !== undefined, {
    path: ['mirror'],
    message: errorReasons.mustBeHttps,
  })
export type DrawingSettings = z.infer<typeof drawingSettings>

/** Settings as they are stored; null and '' are none. Throws when the text is not what we wrote. */
export const parseDrawingSettings = (text: string | null): DrawingSettings =>
  text === null || text === '' ? {} : drawingSettings.parse(JSON.parse(text))

/** The text to store; null where nothing is said. */
export const formatDrawingSettings = ({
  mode,
  pictures,
  mirror,
  fallback,
}: DrawingSettings): string | null => {
  const text = JSON.stringify({ mode, pictures, mirror, fallback })
  return text === '{}' ? null : text
}
