import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageOf } from '../../app/i18n.ts'
import { Row } from '../../components/layout.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useOptionsState } from '../../components/use-options-state.tsx'
import { buildSearchIndex, isFound, rankOf, type SearchEntry } from './search-index.ts'
import { loadSearchTexts } from './search-texts.ts'
import css from './settings.module.css'
import { tabs } from './tabs.ts'

/** Finds an option by its name or key, in any language, and jumps to it. */
export function SettingsSearch({ onFound }: { onFound(entry: SearchEntry): void }) {
  const { t, i18n } = useTranslation('settings')
  const isPhone = useIsPhone()
  const [isWanted, setIsWanted] = useState(false)
  const query = useQuery({
    queryKey: ['settings-texts'],
    queryFn: loadSearchTexts,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isWanted,
  })
  const texts = query.data
  const state = useOptionsState(query, t('searchEmpty'))
  const language = languageOf(i18n.resolvedLanguage)
  const entries = texts === undefined ? [] : buildSearchIndex(tabs, texts, language)
  const optionOf = (entry: SearchEntry) => ({ value: entry.option, label: entry.label, entry })
  return (
    <Row data-search as="span" gap={0} align="stretch" inline>
      <Select<string | null, ReturnType<typeof optionOf>>
        value={null}
        // The list has the name of its control.
        aria-label={t('search')}
        placeholder={t('search')}
        className={css.searchBox}
        suffixIcon={<SearchOutlined aria-hidden />}
        popupMatchSelectWidth={isPhone ? 320 : 400}
        placement="bottomRight"
        {...state}
        showSearch={{
          filterOption: (query, option) => option?.entry !== undefined && isFound(option.entry, query),
          filterSort: (one, other, { searchValue }) =>
            rankOf(one.entry, searchValue) - rankOf(other.entry, searchValue),
        }}
        options={entries.map(optionOf)}
        optionRender={({ data }) => (
          <span className={css.found}>
            <span>{data.label}</span>
            <small>
              {t(`tab.${data.entry.tab}`)} · {data.entry.cardTitle} · <code>{data.entry.option}</code>
            </small>
          </span>
        )}
        onFocus={() => setIsWanted(true)}
        onSelect={(_, { entry }) => onFound(entry)}
      />
    </Row>
  )
}
