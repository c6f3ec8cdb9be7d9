import type { ReactNode } from 'react'
import css from './form-section.module.css'

interface FormSectionProps {
  title: string
  /** What its fields say now, in words. */
  summary: string
  /** A button on the line of the title, for the commonest change. */
  action?: ReactNode
  children: ReactNode
}

/**
 * A folded part of a form, whose line says what is set in it. Its fields are validated while it is folded, and a
 * refused one opens it (`revealRefused`).
 *
 *     <FormSection title={t('expiry')} summary={t('never')}>
 *       <Form.Item name="expired_time" … />
 *     </FormSection>
 */
export function FormSection({ title, summary, action, children }: FormSectionProps) {
  return (
    <div className={css.section}>
      <details>
        <summary>
          <strong>{title}</strong>
          <span>{summary}</span>
        </summary>
        <div className={css.fields}>{children}</div>
      </details>
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
