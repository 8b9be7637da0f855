/** A new reference ID, which the member sees and the report carries. */
export const newReference = (): string => crypto.randomUUID().slice(0, 8)
