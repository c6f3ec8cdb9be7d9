import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { formatDuration } from '../../lib/format.ts'
import { AnswerCharge } from './answer-charge.tsx'
import { callMode, type ModeAnswer, type ModeInput } from './call-mode.ts'
import { findCharge } from './find-charge.ts'
import { ModeForm } from './mode-form.tsx'
import type { CallMode } from './mode-models.ts'
import { ModeResult } from './mode-result.tsx'
import css from './playground.module.css'
import { streamDependencies } from './stream-dependencies.ts'

interface ModeViewProps {
  mode: CallMode
  models: readonly string[]
  /** The model of the address; '' = none. */
  wanted: string
  group: string
  userId: number
}

interface Shown {
  model: string
  answer: ModeAnswer
  /** Absent = not known yet. */
  charge?: number
}

/** A form that calls a model once, its result and what that cost. The result is kept while the page is open. */
export default function ModeView({ mode, models, wanted, group, userId }: ModeViewProps) {
  const { t } = useTranslation(['playground', 'common'])
  const [shown, setShown] = useState<Shown | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const send = async (model: string, input: ModeInput) => {
    const stopping = new AbortController()
    running.current = stopping
    setIsBusy(true)
    setShown(null)
    try {
      const { signal } = stopping
      const answer = await callMode(streamDependencies, { mode, model, group, input, userId, signal })
      setShown({ model, answer })
      setIsBusy(false)
      const facts = answer.requestId === null ? null : await findCharge(answer.requestId)
      const charge = facts?.charge
      if (charge !== undefined) setShown((now) => (now?.answer === answer ? { ...now, charge } : now))
    } catch {
      // Stopped by the person, or by leaving the page.
      setIsBusy(false)
    }
  }
  return (
    <div className={css.mode}>
      <ModeForm
        mode={mode}
        models={models}
        wanted={wanted}
        isBusy={isBusy}
        onSend={(model, input) => void send(model, input)}
        onStop={() => running.current?.abort()}
      />
      <Stack as="section" gap={12} aria-label={t('modes.result')} aria-live="polite">
        {shown === null && <p className={texts.hint}>{t(isBusy ? 'waiting' : `modes.hint.${mode}`)}</p>}
        {shown?.answer.ok === false && (
          <p role="alert" className={css.error}>
            {shown.answer.error}
          </p>
        )}
        {shown?.answer.ok && <ModeResult result={shown.answer.result} />}
        {shown && (
          <Row as="footer" gap={[4, 12]} wrap className={`${css.answerFoot} ${texts.faint}`}>
            <span className={css.modelName}>{shown.model}</span>
            {shown.answer.ok && <span>{formatDuration(shown.answer.ms)}</span>}
            {shown.charge !== undefined && (
              <AnswerCharge charge={shown.charge} requestId={shown.answer.requestId ?? undefined} />
            )}
            {!shown.answer.ok && shown.answer.requestId !== null && (
              <code className={css.requestId}>{`${t('common:requestId')} ${shown.answer.requestId}`}</code>
            )}
          </Row>
        )}
      </Stack>
    </div>
  )
}
