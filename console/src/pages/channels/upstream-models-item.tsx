import type { UpstreamModels } from '@sluice/contract/upstream-models'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { Row } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { TimeText } from '../../components/time-text.tsx'
import { may, useSessionUser } from '../../lib/session.ts'
import channels from './channels.module.css'
import css from './upstream-models.module.css'
import type { UpstreamActions } from './use-upstream-models.tsx'

/** The maximum number of names. The others are applied with them, and the channel shows them. */
const shownMax = 40

/** One channel with its new and vanished models. Each model can be excluded. */
export function UpstreamModelsItem({ state, actions }: { state: UpstreamModels; actions: UpstreamActions }) {
  const { t } = useTranslation('channel-checks')
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const { channel_id: id, channel_name: name, add_models: added, remove_models: removed } = state
  const user = useSessionUser()
  const mayWrite = may(user, 'channel.write')
  const chosen = (names: readonly string[]) => names.filter((one) => !leftOut.has(one))
  const toggle = (one: string) =>
    setLeftOut(new Set(leftOut.has(one) ? [...leftOut].filter((other) => other !== one) : [...leftOut, one]))
  const hasChosen = chosen([...added, ...removed]).length > 0
  return (
    <li className={channels.dialogEntry}>
      <Row gap={[4, 8]} wrap>
        <span className={css.name} title={name}>
          {name} <small>#{id}</small>
        </span>
        <small className={css.time}>
          <TimeText seconds={state.last_check_time} />
        </small>
        <Row as="span" gap={[4, 8]} align="stretch" justify="last" wrap className={layout.atEnd}>
          {may(user, 'channel.operate') && (
            <Button
              size="small"
              type="text"
              aria-label={t('upstream.checkOf', { name })}
              onClick={() => actions.check(state)}
            >
              {t('upstream.checkOne')}
            </Button>
          )}
          {added.length > 0 && mayWrite && (
            <Button
              size="small"
              type="text"
              disabled={chosen(added).length === 0}
              aria-label={t('upstream.ignoreOf', { name })}
              onClick={() => actions.ignore(state, chosen(added))}
            >
              {t('upstream.ignore')}
            </Button>
          )}
          {added.length + removed.length > 0 && mayWrite && (
            <Button
              size="small"
              type="primary"
              ghost
              disabled={!hasChosen}
              aria-label={t('upstream.takeOf', { name })}
              onClick={() => actions.take(state, { add: chosen(added), remove: chosen(removed) })}
            >
              {t('upstream.take')}
            </Button>
          )}
        </Row>
      </Row>
      {state.error !== '' && <p className={css.error}>{t('upstream.failed', { reason: state.error })}</p>}
      <div className={css.changes}>
        <Names kind="added" names={added} leftOut={leftOut} onToggle={toggle} />
        <Names kind="removed" names={removed} leftOut={leftOut} onToggle={toggle} />
      </div>
    </li>
  )
}

interface NamesProps {
  kind: 'added' | 'removed'
  names: readonly string[]
  leftOut: ReadonlySet<string>
  onToggle(name: string): void
}

function Names({ kind, names, leftOut, onToggle }: NamesProps) {
  const { t } = useTranslation('channel-checks')
  if (names.length === 0) return null
  return (
    <>
      <span className={texts.counts}>
        {t(`upstream.${kind}`)} {names.length}
      </span>
      <Row gap={4} wrap className={css.names} data-kind={kind}>
        {names.slice(0, shownMax).map((name) => (
          <button
            key={name}
            type="button"
            className={css.chip}
            aria-pressed={!leftOut.has(name)}
            onClick={() => onToggle(name)}
          >
            {name}
          </button>
        ))}
        {names.length > shownMax && (
          <small className={css.time}>{t('upstream.more', { count: names.length - shownMax })}</small>
        )}
      </Row>
    </>
  )
}
