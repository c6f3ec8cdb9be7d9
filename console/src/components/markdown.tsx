import { useQuery } from '@tanstack/react-query'
import css from './markdown.module.css'
import prose from './prose.module.css'

/** The operator's Markdown or HTML as sanitised HTML: no scripts, no inputs, no effect on the rest of the page. */
async function renderMarkdown(text: string): Promise<string> {
  const [{ marked }, { default: purify }] = await Promise.all([import('marked'), import('dompurify')])
  const html = marked.parse(text, { async: false, gfm: true, breaks: true })
  // A table that is wider than the page scrolls horizontally, by keyboard too.
  return purify.sanitize(html.replaceAll('<table>', '<table tabindex="0">'), {
    FORBID_ATTR: ['style', 'class', 'id'],
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select'],
  })
}

/** Shows Markdown, including HTML inside it. The renderer is loaded with the first text. */
export function Markdown({ text }: { text: string }) {
  const { data: html = '' } = useQuery({
    queryKey: ['markdown', text],
    queryFn: () => renderMarkdown(text),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  return <div className={`${prose.prose} ${css.markdown}`} dangerouslySetInnerHTML={{ __html: html }} />
}
