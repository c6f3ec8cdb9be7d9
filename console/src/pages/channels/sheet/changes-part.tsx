import type { ChannelChange } from '@sluice/contract/channel-changes'
import { channelStatus } from '@sluice/contract/roles'
import { lookUp } from '@sluice/contract/typed-keys'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../../components/layout.tsx'
import { LoadState } from '../../../components/load-state.tsx'
import texts from '../../../components/text.module.css'
import { api } from '../../../lib/api.ts'
import { findTextKey } from '../../../lib/audit-actions.ts'
import { formatRelative, formatTime } from '../../../lib/format.ts'
import { may, useSessionUser } from '../../../lib/session.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { channelsKey } from '../queries.ts'
import { describeFields, type FieldWords } from './describe-fields.ts'
import { changesQuery } from './queries.ts'
import css from './sheet.module.css'
import { SheetPart } from './sheet-part.tsx'

/** What administrators and the gateway changed, each with its undo where it can be undone. */
export function ChangesPart({ id }: { id: number }) {
  const { t } = useTranslation('channel-sheet')
  const query = useQuery(changesQuery(id))
  const mayWrite = may(useSessionUser(), 'channel.write')
  const client = useQueryClient()
  const undo = useMutation({
    mutationFn: (change: number) => api('POST /api/channel/:id/undo', { params: { id }, body: { change } }),
    onSuccess: () => toastSuccess(t('changes.done')),
    // Another change may be the reason of a refusal.
    onSettled: () => client.invalidateQueries({ queryKey: channelsKey }),
  })
  return (
    <SheetPart
      title={t('changes.title')}
      extra={
        <Link to="/audit" search={{ object_type: 'channel', object_id: String(id) }}>
          {t('changes.all')}
        </Link>
      }
    >
      <LoadState query={query} rows={3} place="page">
        {({ items }) =>
          items.length === 0 ? (
            <span className={texts.second}>{t('changes.none')}</span>
          ) : (
            <Stack as="ul" gap={0}>
              {items.map((change) => (
                <ChangeLine
                  key={change.id}
                  change={mayWrite ? change : { ...change, undo: 'none' }}
                  isBusy={undo.isPending && undo.variables === change.id}
                  onUndo={() => undo.mutate(change.id)}
                />
              ))}
            </Stack>
          )
        }
      </LoadState>
      <span className={texts.hint}>{t('changes.many')}</span>
    </SheetPart>
  )
}

interface ChangeLineProps {
  change: ChannelChange
  isBusy: boolean
  onUndo(): void
}

const wordsMax = 4

function ChangeLine({ change, isBusy, onUndo }: ChangeLineProps) {
  const { t, i18n } = useTranslation(['channel-sheet', 'audit'])
  const fieldText = useFieldText()
  const { action, actor_name: actor, created_at: at, fields, undo } = change
  const key = findTextKey(action)
  const what = key === null ? action : t(`audit:action.${key}`)
  const isWhole = action === 'channel.create'
  const words = isWhole ? [] : describeFields(fields).map(fieldText)
  const ago = formatRelative(at, Date.now() / 1000, i18n.resolvedLanguage ?? 'zh')
  return (
    <li className={css.line}>
      <Row align="start" justify="between">
        <Stack gap={0} shrink>
          <span>{what}</span>
          {words.slice(0, wordsMax).map((line) => (
            <span key={line} className={`${texts.note} ${texts.anywhere}`}>
              {line}
            </span>
          ))}
          {words.length > wordsMax && (
            <span className={texts.note}>{t('changes.more', { count: words.length - wordsMax })}</span>
          )}
          <span className={texts.hint} title={formatTime(at)}>
            {t('changes.by', { actor: actor || t('changes.gateway'), time: ago })}
          </span>
        </Stack>
        {undoButton()}
      </Row>
    </li>
  )

  function undoButton(): ReactNode {
    if (undo === 'none') return null
    const button = (
      <Button
        size="small"
        loading={isBusy}
        disabled={undo !== 'possible'}
        aria-label={t('changes.undoOf', { what: [what, ...words].join(' ') })}
        onClick={onUndo}
      >
        {t('changes.undo')}
      </Button>
    )
    return undo === 'possible' ? button : <Tooltip title={t(`changes.${undo}`)}>{button}</Tooltip>
  }
}

const statusKeys: Readonly<Record<string, 'enabled' | 'disabled' | 'autoDisabled'>> = {
  [channelStatus.enabled]: 'enabled',
  [channelStatus.disabled]: 'disabled',
  [channelStatus.autoDisabled]: 'autoDisabled',
}

function useFieldText(): (words: FieldWords) => string {
  const { t } = useTranslation(['channel-sheet', 'common'])
  const fieldNames: Readonly<Record<string, string>> = t('fields', { returnObjects: true })
  const valueText = (name: string, value: string) => {
    const status = name === 'status' ? lookUp(statusKeys, value, undefined) : undefined
    if (status !== undefined) return t(`common:status.${status}`)
    return value === '' ? t('changes.empty') : value
  }
  return (words) => {
    const name = lookUp(fieldNames, words.name, words.name)
    switch (words.kind) {
      case 'only':
        return t('changes.only', { name })
      case 'set':
        return t('changes.set', { name, after: valueText(words.name, words.after) })
      case 'lists': {
        const changes = [...words.added.map((one) => `+${one}`), ...words.removed.map((one) => `−${one}`)]
        return t('changes.lists', { name, changes: shortList(changes) })
      }
      case 'was': {
        const [before, after] = [words.before, words.after].map((value) => valueText(words.name, value))
        return t('changes.was', { name, before, after })
      }
    }
  }
}

const namesMax = 6
const shortList = (names: readonly string[]): string =>
  names.length <= namesMax ? names.join(' ') : `${names.slice(0, namesMax).join(' ')} … (${names.length})`
