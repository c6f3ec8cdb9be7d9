import { parseJson } from '@sluice/contract/read-json'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { CodeField } from './code-field.tsx'
import type { ToolCall } from './message.ts'
import css from './playground.module.css'

interface ToolCallsProps {
  calls: readonly ToolCall[]
  /** The proposed result of a function. */
  resultOf(name: string): string
  /** Sends the results, in the order of the calls. Absent = they have theirs, or the conversation went on. */
  onSend: ((results: readonly string[]) => void) | undefined
}

/** The functions that a model asks for. Nothing runs: the person reads the arguments and gives the results. */
export default function ToolCalls({ calls, resultOf, onSend }: ToolCallsProps) {
  const { t } = useTranslation('playground')
  const [drafts, setDrafts] = useState<readonly (string | undefined)[]>([])
  const draftOf = ({ name }: ToolCall, index: number) => drafts[index] ?? resultOf(name)
  return (
    <Stack gap={8}>
      {calls.map((call, index) => (
        // Calls are only ever appended.
        <Stack key={index} gap={8} className={css.tool}>
          <strong>{t('tools.call', { name: call.name })}</strong>
          <div className={texts.verbatim}>{indented(call.arguments)}</div>
          {onSend ? (
            <CodeField
              label={t('tools.result')}
              rows={[1, 10]}
              value={draftOf(call, index)}
              onChange={(text) => setDrafts(calls.map((_, at) => (at === index ? text : drafts[at])))}
            />
          ) : (
            call.result !== undefined && (
              <>
                <span className={texts.label}>{t('tools.result')}</span>
                <div className={texts.verbatim}>{call.result}</div>
              </>
            )
          )}
        </Stack>
      ))}
      {onSend && (
        <Row>
          <Button type="primary" onClick={() => onSend(calls.map(draftOf))}>
            {t('tools.send', { count: calls.length })}
          </Button>
        </Row>
      )}
    </Stack>
  )
}

/** JSON over several lines; what is not JSON yet as it is. */
function indented(text: string): string {
  const value = parseJson(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}
