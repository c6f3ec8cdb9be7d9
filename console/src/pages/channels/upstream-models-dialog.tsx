import type { UpstreamModels } from '@sluice/contract/upstream-models'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { ListFrame } from '../../components/data-table-states.tsx'
import { Row } from '../../components/layout.tsx'
import { useFocusReturn } from '../../components/use-focus-return.ts'
import { may, useSessionUser } from '../../lib/session.ts'
import channels from './channels.module.css'
import { sweepQuery, upstreamModelsQuery } from './queries.ts'
import { SweepStrip } from './sweep-strip.tsx'
import css from './upstream-models.module.css'
import { UpstreamModelsItem } from './upstream-models-item.tsx'
import { useStartSweep } from './use-start-sweep.ts'
import { useUpstreamModels } from './use-upstream-models.tsx'

/** New and vanished upstream models of all channels, applied one by one or together. */
export function UpstreamModelsDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['channel-checks', 'common'])
  useFocusReturn(true)
  const { data: sweep } = useQuery(sweepQuery('models'))
  const query = useQuery(upstreamModelsQuery(sweep))
  const begin = useStartSweep()
  const actions = useUpstreamModels()
  const user = useSessionUser()
  const checked = query.data ?? []
  const differing = checked.filter(isDiffering)
  const shown = [...differing, ...checked.filter((state) => !isDiffering(state) && state.error !== '')]
  return (
    <Modal
      open
      width={820}
      title={t('upstream.title')}
      onCancel={onClose}
      footer={
        <Row align="stretch" justify="last" wrap>
          <Button onClick={onClose}>{t('common:actions.close')}</Button>
          {may(user, 'channel.operate') && (
            <Button disabled={sweep?.state === 'running'} onClick={() => begin('models')}>
              {t('upstream.check')}
            </Button>
          )}
          {differing.length > 0 && may(user, 'channel.write') && (
            <Button type="primary" onClick={() => actions.takeAll(differing)}>
              {t('upstream.takeAll', { count: differing.length })}
            </Button>
          )}
        </Row>
      }
    >
      <p className={channels.dialogHint}>{t('upstream.hint')}</p>
      <SweepStrip kind="models" />
      <ListFrame
        query={query}
        count={shown.length}
        empty={
          checked.length === 0
            ? { title: t('upstream.never'), hint: t('upstream.neverHint') }
            : { title: t('upstream.none') }
        }
      >
        {() => (
          <ul className={css.list}>
            {shown.map((state) => (
              // New results reset the selection.
              <UpstreamModelsItem
                key={`${state.channel_id} ${state.last_check_time}`}
                state={state}
                actions={actions}
              />
            ))}
          </ul>
        )}
      </ListFrame>
    </Modal>
  )
}

const isDiffering = ({ add_models: added, remove_models: removed }: UpstreamModels): boolean =>
  added.length + removed.length > 0
