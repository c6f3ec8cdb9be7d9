/** Whether a text has the form of a request id: local time, up to nine digits below the second, eight characters. */
export const isRequestId = (text: string): boolean => /^\d{15,23}[A-Za-z0-9]{8}$/.test(text)
