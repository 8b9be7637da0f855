// Spec §8, the detail codes of a refusal: the one list for the app, the backend and the conformance kit.
// Single constants, so that each table names its rows in words.

/** A member with the same name, birthdate and phone number exists. */
export const SAME_PERSON = 4025
/** The address belongs to a group account: the group join follows. */
export const GROUP_ACCOUNT = 4031
/** The visit is refused: a notice, then error 403. */
export const FORBIDDEN = 4035
/** The one-time code has expired, or none was sent. */
export const CODE_EXPIRED = 4051
/** A member with this login ID exists. */
export const ID_TAKEN = 4501
/** Wrong password. The description has the number of wrong attempts in brackets. */
export const WRONG_PASSWORD = 4502
/** No member was found. */
export const USER_NOT_FOUND = 4503
/** The new password breaks a rule. */
export const PASSWORD_NOT_ALLOWED = 4514
/** The one-time code, or the proof made from it, does not match. */
export const NO_MATCH = 4518
/** Too many codes were sent. */
export const SEND_LIMIT = 4519
/** The account is suspended. */
export const SUSPENDED = 4529
/** The new password is or contains the login ID. */
export const PASSWORD_SAME_AS_ID = 4533
/** The new password contains the phone number. */
export const PASSWORD_SAME_AS_PHONE = 4534
/** The new password must not return: it is the current one, or an earlier one that the server remembers. */
export const PASSWORD_SAME_AS_BEFORE = 4539
/** The person is under 14. */
export const CHILD = 4543
/** Too many wrong codes: the code no longer counts. */
export const TOO_MANY_ATTEMPTS = 4546
/** The account is locked after too many wrong passwords. */
export const LOCKED = 4575
/** The account is locked, and a new password unlocks it. */
export const LOCKED_UNTIL_RESET = 4578
/** The incumbent state must be checked. */
export const INCUMBENT = 4579
/** The member has no permission for the service. */
export const NO_PERMISSION = 4580
/** The join is not valid here. */
export const INVALID_JOIN = 4585
/** The service does not take this kind of member. */
export const USE_PERMISSION = 4588
/** The IP address is not allowed. */
export const IP_NOT_ALLOWED = 4589
/** Sign-in is possible only from the internal network. */
export const INTERNAL_ONLY = 4590
/** The address belongs to no group account: the general join follows. */
export const NOT_OF_GROUP = 4595
