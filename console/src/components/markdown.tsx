import { useQuery } from '@tanstack/react-query'
import css from './markdown.module.css'
import prose from './prose.module.css'

/** Markdown or HTML of the operator as HTML without anything that runs, takes input or changes the page around. */
async function renderMarkdown(text: string): Promise<string> {
  const [{ marked }, { default: purify }] = await Promise.all([import('marked'), import('dompurify')])
  const html = marked.parse(text, { async: false, gfm: true, breaks: true })
  // A table that is wider than the page scrolls in itself, by the keyboard too.
  return purify.sanitize(html.replaceAll('<table>', '<table tabindex="0">'), {
    FORBID_ATTR: ['style', 'class', 'id'],
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select'],
  })
}

/** Shows Markdown, HTML inside it included. What renders it is fetched with the first text. */
export function Markdown({ text }: { text: string }) {
  const { data: html = '' } = useQuery({
    queryKey: ['markdown', text],
    queryFn: () => renderMarkdown(text),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  return <div className={`${prose.prose} ${css.markdown}`} dangerouslySetInnerHTML={{ __html: html }} />
}
