import { useQuery } from '@tanstack/react-query'
import { Popover, Spin } from 'antd'
import i18next from 'i18next'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import anchored from '../../components/anchored.module.css'
import { ColorTag } from '../../components/color-tag.tsx'
import { TableFailure } from '../../components/data-table-states.tsx'
import { HoverTip } from '../../components/hover-tip.tsx'
import texts from '../../components/text.module.css'
import { formatList } from '../../lib/format-list.ts'
import css from './channels.module.css'
import { modelsOfQuery } from './queries.ts'

const groupsShown = 1

/** The first group, and the number of others. */
export function GroupList({ groups }: { groups: readonly string[] }) {
  const rest = groups.slice(groupsShown)
  return (
    <span className={css.tags}>
      {groups.slice(0, groupsShown).map((group) => (
        <ColorTag key={group} color={group === 'default' ? 'plain' : 'neutral'}>
          <span className={css.shortTag} title={group}>
            {group}
          </span>
        </ColorTag>
      ))}
      {rest.length > 0 && (
        <HoverTip title={formatList(rest, i18next.resolvedLanguage)}>
          <button type="button" className={css.plainButton}>
            +{rest.length}
          </button>
        </HoverTip>
      )}
    </span>
  )
}

export interface ModelCountProps {
  count: number
  /** Shown instead of their number. */
  children?: ReactNode
  /** The channels whose models are listed. */
  ids(): readonly number[]
}

/** The number of models. A click lists them. */
export function ModelCount({ count, ids, children }: ModelCountProps) {
  const { t } = useTranslation('channel-editor')
  const title = t('models.count', { count })
  const [isOpen, setIsOpen] = useState(false)
  return (
    <span className={anchored.host}>
      <button type="button" className={css.plainButton} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {children ?? title}
      </button>
      {isOpen && (
        <Popover
          open
          trigger="click"
          title={title}
          content={<ModelNames ids={ids()} />}
          placement="right"
          onOpenChange={setIsOpen}
        >
          <span className={anchored.anchor} />
        </Popover>
      )}
    </span>
  )
}

/** The first models, and the number of the others. A click lists all. */
export function ModelSummary({ first, count, ids }: ModelCountProps & { first: readonly string[] }) {
  const rest = count - first.length
  // Names too long for a row are only counted.
  if (first.length === 0) return <ModelCount count={count} ids={ids} />
  return (
    <ModelCount count={count} ids={ids}>
      <span className={css.models} title={formatList(first, i18next.resolvedLanguage)}>
        <span className={texts.cut}>{formatList(first, i18next.resolvedLanguage)}</span>
        {rest > 0 && <span className={texts.second}>+{rest}</span>}
      </span>
    </ModelCount>
  )
}

/** Loads the models when it is opened, because the list has only their number. */
function ModelNames({ ids }: { ids: readonly number[] }) {
  const query = useQuery(modelsOfQuery(ids))
  if (query.data === undefined)
    return query.error === null ? <Spin size="small" /> : <TableFailure query={query} error={query.error} />
  return (
    <ul className={css.modelList}>
      {query.data.map((model) => (
        <li key={model}>{model}</li>
      ))}
    </ul>
  )
}
