/**
 * Words people ask with and documents answer with, where both mean the same to a site's visitor; one group a line.
 * Before a ">" stand words that find the others and are not found by them.
 */
export const ENGLISH_SYNONYMS = `
abroad overseas international foreign
twice double duplicate
sdk > library libraries
sandbox > test testing
max maximum > limit most
bank > wire transfer
avoid prevent
2fa > factor authenticator
accessible accessibility blind disabled wheelchair
account registration register signup
address located location street
address location > visit directions road lane avenue
afraid scared fear anxious nervous
annual yearly year
answer reply response
appointment booking reservation
attach attachment upload
back return
backup backups
bicycle bike cycle
big large size
bill invoice receipt
book reserve
breakdown broken damage damaged defective faulty
bring brought
broke broken
broken fails failure error problem
built build
buy bought order purchase
catalog catalogue
cancel > notice terminate termination
car vehicle
change edit customize adjust configure modify
chat chatbot widget bot
child children kid son daughter
collect gather capture lead
computer laptop pc machine
christmas easter > holiday holidays december
course class lesson
colour theme look style styling design appearance
connection network internet line offline
contact reach > support
cheque > check
cost price fee charge
cost price fee charge > free
cover covered coverage insured insurance
deep > depth
delete remove erase deletion erasure
declined rejected refused
deliver delivery shipping ship
discount reduction > cheaper
documents docs knowledge
dog pet animal
eat > food meal meals breakfast lunch dinner menu
ebike pedelec > electric
elevator lift
drop lose lost cut interrupted
email mail
employee staff worker
expire expiry valid validity
extend prolong renew renewal
fast quick slow speed performance
forbid forbidden prohibit ban
film movie dvd
fine penalty > charge fee
fix mend repair
flat puncture
flat apartment
gray grey
forgot forgotten
gave give given
guarantee warranty
heavy > weigh weight
held hold
hide hidden
high tall > height
hire rent rental lend borrow
hours times
hours times > open
old > older age aged
open opening > closed
human talk > contact
hurt pain painful
ill illness sick
install embed integrate put add
kept keep
late overdue delay delayed
lawyer attorney solicitor
left leave
leak leaked stolen compromised
licence license
limit restrict cap throttle
login signin
make create new generate
membership subscription plan
met meet
method way
model llm
monitor monitoring metrics health
move position
paid pay
park parking
parcel package
password passphrase
pay payment payable
petrol gasoline
pharmacy chemist drugstore
postcode zip
program programme
personal private privacy gdpr
phone mobile
phone telephone
query question
quit resign > leave leaves left
refund reimburse reimbursement money
remember recall
remember > forgot forgotten
reset > forgotten
revert restore undo rollback
ride > rider riders
restroom toilet toilets bathroom wc
rotate change renew
rubbish trash garbage waste
safe secure security protect
saturday sunday > weekend weekends
sell sold
send sent
browser > chrome chromium firefox safari webkit
iphone ios > phone
server instance process
several multiple
site website page
spend spent
spoke speak spoken
start run launch
statistics analytics usage
stats > statistics analytics usage
store save keep
suggest suggestion recommend
taken took take
told tell
tire tyre
tooth teeth
verify validate check > signature signed
translate translation language
try test trial
update upgrade
user visitor customer
vacation holiday
voucher coupon
gift > voucher
wash laundry
welcome greeting greet
wide > width
wifi wlan wireless > internet
wear wore worn
write wrote written
`;
