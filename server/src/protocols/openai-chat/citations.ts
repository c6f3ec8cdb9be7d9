import { recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { Citation } from '../../core/chat/content.ts'
import { defined } from '../../core/json/defined.ts'
import type { AnswerAnnotation } from './wire.ts'

/** Citations in `annotations` of a message or a delta. */
export function parseAnnotations(wire: unknown): Citation[] {
  return recordsOf(wire).flatMap((annotation) => {
    const cited = recordOf(annotation.url_citation)
    const url = textOf(cited.url)
    if (annotation.type !== 'url_citation' || url === '') return []
    const title = textOf(cited.title)
    // An address in place of a title is none: see buildAnnotations.
    return [defined<Citation>({ url, title: title === '' || title === url ? undefined : title })]
  })
}

/** Citations of a whole body: a list of addresses (Perplexity). */
export const parseCitationList = (wire: unknown): Citation[] =>
  Array.isArray(wire) ? wire.flatMap((url) => (typeof url === 'string' && url !== '' ? [{ url }] : [])) : []

/** Annotations for the citations that have an address; others the protocol cannot say. Clients count on a title. */
export const buildAnnotations = (citations: Citation[]): AnswerAnnotation[] =>
  citations.flatMap(({ url, title }) =>
    url === undefined ? [] : [{ type: 'url_citation', url_citation: { url, title: title ?? url } }],
  )
