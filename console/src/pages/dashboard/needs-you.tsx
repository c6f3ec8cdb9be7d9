import { type AttentionItem, attentionKinds } from '@sluice/contract/data'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { Row, Stack } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { TimeText } from '../../components/time-text.tsx'
import { AttentionActions } from './attention-actions.tsx'
import css from './dashboard.module.css'
import { PanelFailure } from './failure.tsx'
import { Panel, WholeButton } from './panel.tsx'
import { attentionQuery } from './queries.ts'
import { toneOfItem } from './tone-of-item.ts'
import { useAttentionText } from './use-attention-text.ts'

/** So many items leave the chart on the first screen. */
const itemsShown = 5

/** What needs an administrator, the most urgent first, each with its actions. One line where there is nothing. */
export function NeedsYou() {
  const { t } = useTranslation('dashboard')
  const query = useQuery(attentionQuery)
  const [isWhole, setIsWhole] = useState(false)
  // A server that was upgraded while the page was open has kinds that the page has no words for.
  const items = query.data?.items.filter(({ kind }) => attentionKinds.includes(kind)) ?? []
  if (items.length === 0 && !query.error)
    return (
      <Row as="p" align="start" gap={10} className={`${layout.apart} ${texts.second}`}>
        <span className={css.mark} data-tone={query.data && 'good'} aria-hidden />
        {query.data ? t('needs.none') : t('needs.loading')}
      </Row>
    )
  return (
    <Panel
      title={t('needs.title')}
      extra={<span className={texts.counts}>{items.length}</span>}
      className={layout.apart}
    >
      <PanelFailure query={query} />
      <Stack as="ul" gap={0}>
        {(isWhole ? items : items.slice(0, itemsShown)).map((item) => (
          <ItemLine key={`${item.kind} ${item.named.map(({ id }) => id).join()}`} item={item} />
        ))}
      </Stack>
      {items.length > itemsShown && (
        <WholeButton isWhole={isWhole} onChange={setIsWhole} className={css.whole}>
          {isWhole ? t('needs.fewer') : t('needs.all', { count: items.length })}
        </WholeButton>
      )}
    </Panel>
  )
}

function ItemLine({ item }: { item: AttentionItem }) {
  const { t } = useTranslation('dashboard')
  const { text, hint } = useAttentionText()(item)
  return (
    <Row as="li" gap={[6, 16]} align="start" wrap className={css.item}>
      <Row align="start" gap={10} shrink className={css.need}>
        <span className={css.mark} data-tone={toneOfItem(item)} aria-hidden />
        <div>
          <p>{text}</p>
          {(item.since > 0 || hint !== '' || item.calls !== null) && (
            <p className={css.lineFacts}>
              {item.since > 0 && <TimeText seconds={item.since} />}
              {item.calls !== null && item.calls > 0 && (
                <span className={texts.strong}>{t('needs.failedCalls', { count: item.calls })}</span>
              )}
              {hint !== '' && <span title={hint}>{hint}</span>}
            </p>
          )}
        </div>
      </Row>
      <AttentionActions item={item} />
    </Row>
  )
}
