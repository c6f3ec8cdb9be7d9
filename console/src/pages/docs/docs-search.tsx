import type { TextLanguage } from '@sluice/contract/messages/languages'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainInput } from '../../components/plain/plain-input.tsx'
import texts from '../../components/text.module.css'
import type { Hit } from '../../docs/search-docs.ts'
import { Link, useNavigate } from '../../lib/page-router.tsx'
import css from './docs.module.css'
import { searchQuery } from './queries.ts'

/** Where a hit leads. */
const linkOf = ({ path }: Hit) => {
  const [slug = '', hash = ''] = path.split('#')
  return { to: '/docs/{-$slug}', params: { slug }, hash } as const
}

interface DocsSearchProps {
  language: TextLanguage
  reader: number | null
  /** Called with whether something is asked for. */
  onAsk(isAsked: boolean): void
}

/** Finds parts of all chapters and pages. Enter opens the first one. */
export function DocsSearch({ language, reader, onAsk }: DocsSearchProps) {
  const { t } = useTranslation('docs')
  const navigate = useNavigate()
  const listId = useId()
  const [query, setText] = useState('')
  const setQuery = (text: string) => {
    setText(text)
    onAsk(text.trim() !== '')
  }
  const isAsked = query.trim() !== ''
  const { data: search, isError } = useQuery({
    ...searchQuery(language, reader),
    enabled: isAsked,
    throwOnError: false,
  })
  const hits = isAsked && search ? search(query) : []
  const [first] = hits
  return (
    <search>
      <PlainInput
        type="search"
        data-search
        value={query}
        placeholder={t('search')}
        aria-label={t('search')}
        aria-controls={listId}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') setQuery('')
          if (event.key !== 'Enter' || first === undefined) return
          setQuery('')
          void navigate(linkOf(first))
        }}
      />
      <div role="status" className={texts.help}>
        {isError ? t('searchFailed') : isAsked && search ? t('found', { count: hits.length }) : ''}
      </div>
      <ul id={listId} className={css.hits} aria-label={t('results')} hidden={hits.length === 0}>
        {hits.map((hit) => (
          <li key={hit.path}>
            <Link {...linkOf(hit)} onClick={() => setQuery('')}>
              <strong>{hit.heading === hit.page ? hit.page : `${hit.page} › ${hit.heading}`}</strong>
              <span className={texts.help}>{hit.excerpt}</span>
            </Link>
          </li>
        ))}
      </ul>
    </search>
  )
}
