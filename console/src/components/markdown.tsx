import { queryOptions, useQuery } from '@tanstack/react-query'
import css from './markdown.module.css'
import prose from './prose.module.css'

async function renderMarkdown(text: string): Promise<string> {
  const { marked } = await import('marked')
  return await sanitiseMarkup(marked.parse(text, { async: false, gfm: true, breaks: true }))
}

/** HTML of the operator without scripts, inputs, and effects on the rest of the page. */
export async function sanitiseMarkup(html: string): Promise<string> {
  const { default: purify } = await import('dompurify')
  // A table that is wider than the page scrolls horizontally, by keyboard too.
  return purify.sanitize(html.replaceAll('<table>', '<table tabindex="0">'), {
    FORBID_ATTR: ['style', 'class', 'id'],
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select'],
  })
}

/** The HTML of a text. What is loaded before it is drawn moves nothing when it is. */
export const markdownQuery = (text: string) =>
  queryOptions({
    queryKey: ['markdown', text],
    queryFn: () => renderMarkdown(text),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

/** Shows Markdown, including HTML inside it. The renderer is loaded with the first text. */
export function Markdown({ text }: { text: string }) {
  const { data: html = '' } = useQuery(markdownQuery(text))
  return <div className={`${prose.prose} ${css.markdown}`} dangerouslySetInnerHTML={{ __html: html }} />
}
