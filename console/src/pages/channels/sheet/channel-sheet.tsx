import type { Channel } from '@sluice/contract/channel'
import type { ChannelHealthEntry } from '@sluice/contract/channel-health'
import type { ListedChannel } from '@sluice/contract/channel-list'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../../../components/facts.tsx'
import { Row, Stack } from '../../../components/layout.tsx'
import { LoadState } from '../../../components/load-state.tsx'
import texts from '../../../components/text.module.css'
import { formatList } from '../../../lib/format-list.ts'
import { BalanceCell } from '../balance-cell.tsx'
import { ChannelMarginText } from '../channel-margin.tsx'
import { ChannelStatusTag, ResponseBadge } from '../health.tsx'
import { splitNames } from '../model-names.ts'
import { StoredKeys } from '../stored-keys.tsx'
import { useTypeLabel } from '../type-label.ts'
import type { ChannelActions } from '../use-channel-actions.ts'
import { ChangesPart } from './changes-part.tsx'
import { DayPart } from './day-part.tsx'
import { ModelsPart } from './models-part.tsx'
import { sheetChannelQuery } from './queries.ts'
import { RoutingPart } from './routing-part.tsx'
import { SheetPart } from './sheet-part.tsx'

export interface ChannelSheetProps {
  channel: ListedChannel
  health: ChannelHealthEntry | undefined
  /** Why its last test failed. */
  failure: string | undefined
  actions: ChannelActions
  onEdit(): void
  onDoctor(models: readonly string[]): void
}

/** A channel opened beside the list: what it does, what fails and why, its models, keys and changes. */
export default function ChannelSheet(props: ChannelSheetProps) {
  const { channel } = props
  useTranslation([
    'channel-sheet',
    'audit',
    'causes',
    'channel-checks',
    'channel-editor',
    'channel-keys',
    'channels',
    'flow',
    'logs',
    'routing',
  ])
  const query = useQuery(sheetChannelQuery(channel.id))
  return (
    // Another channel begins with its first model again.
    <Stack gap={16} key={channel.id}>
      <Head {...props} />
      <DayPart id={channel.id} />
      <LoadState query={query} rows={6} place="page">
        {(whole) => <Parts {...props} whole={whole} />}
      </LoadState>
      <ChangesPart id={channel.id} />
    </Stack>
  )
}

function Head({ channel, health, failure, actions, onEdit }: ChannelSheetProps) {
  const { t } = useTranslation(['channel-sheet', 'channels'])
  const typeLabel = useTypeLabel()
  const { id, type, group, priority, weight, remark } = channel
  return (
    <Stack gap={12}>
      <Row wrap justify="between">
        <ChannelStatusTag channel={channel} health={health} />
        <Row>
          {actions.mayOperate && (
            <Button size="small" loading={actions.testing.has(id)} onClick={() => void actions.test(channel)}>
              {t('test')}
            </Button>
          )}
          {actions.mayWrite && (
            <Button size="small" type="primary" onClick={onEdit}>
              {t('edit')}
            </Button>
          )}
        </Row>
      </Row>
      {remark !== '' && <p className={texts.note}>{remark}</p>}
      <Facts look="thirds">
        <Fact label={t('facts.type')}>{typeLabel(type)}</Fact>
        <Fact label={t('facts.groups')}>{formatList(splitNames(group), i18next.resolvedLanguage)}</Fact>
        <Fact label={t('facts.order')}>
          <span className={texts.number}>
            {priority} / {weight}
          </span>
        </Fact>
        <Fact label={t('facts.response')}>
          <ResponseBadge ms={channel.response_time} testedAt={channel.test_time} failure={failure} />
        </Fact>
        <Fact label={t('facts.balance')}>
          <BalanceCell channel={channel} actions={actions} />
        </Fact>
        <Fact label={t('facts.margin')}>
          <ChannelMarginText id={id} pageIds={[id]} />
        </Fact>
      </Facts>
    </Stack>
  )
}

function Parts({ whole, actions, onDoctor }: ChannelSheetProps & { whole: Channel }) {
  const { t } = useTranslation('channel-sheet')
  const models = splitNames(whole.models)
  return (
    <>
      <RoutingPart channel={whole} models={models} />
      <ModelsPart channel={whole} models={models} onTested={actions.refresh} onDoctor={() => onDoctor(models)} />
      <SheetPart title={t('keys.title')}>
        <StoredKeys channel={whole} isFixed={!whole.channel_info.is_multi_key} />
      </SheetPart>
    </>
  )
}
