import { ENGLISH_SYNONYMS } from './english-synonyms.ts';

/** The groups of all languages, as those of English are written. */
export const SYNONYM_GROUPS = `
${ENGLISH_SYNONYMS}
absagen verschieben verlegen umbuchen
adresse anschrift standort anfahrt
anfangen beginnen beginn anfang start
schließt schließen > geschlossen öffnungszeiten sprechzeiten
visa mastercard amex > kreditkarte kreditkarten card cards carta carte tarjeta tarjetas creditcard クレジットカード
anmelden anmeldung registrieren registrierung
auto wagen fahrzeug pkw
arbeit job stelle stellen stellenangebote karriere
aufzug fahrstuhl lift
bezahlen bezahlung zahlen zahlung
ausweis personalausweis perso
barrierefrei rollstuhl rollstuhlfahrer rollstuhlgerecht
beschwerde beschweren reklamation reklamieren
bild foto lichtbild
defekt kaputt beschädigt
dauer dauert
essen speisen mahlzeit mahlzeiten > speisekarte
fahrrad rad
ferien urlaub
garantie gewährleistung
gratis kostenlos kostenfrei umsonst gebührenfrei
geld > erstattung rückerstattung erstatten
gutschein geschenkkarte geschenkgutschein
handy mobiltelefon smartphone
kindergarten kindertagesstätte kita
kind kinder sohn tochter
geöffnet offen > geschlossen
geöffnet offen öffnungszeiten sprechzeiten sprechstunde sprechstunden bürozeiten
hund hunde katze katzen > haustier haustiere
kontakt kontaktieren erreichen
krank krankheit erkrankt
müll abfall
nachlass rabatt ermäßigung vergünstigung
passwort kennwort
raum räume saal säle
schwimmbad freibad hallenbad
sofa couch schrank bett > möbel
umziehen umgezogen umzug > anmelden ummelden
verlieren verloren > fundbüro verlust
vereinbaren buchen reservieren
wohnung ferienwohnung apartment
zahlungsarten zahlungsmöglichkeiten > bezahlen zahlen
kündigen kündigung stornieren stornierung widerrufen widerruf
foto > passfoto
führerschein fahrerlaubnis
lieferkosten porto versandkosten
lieferung versand zustellung
parken parkplatz parkplätze parkhaus parkmöglichkeiten
mieten leihen ausleihen verleih miete vermietung
preis preise kosten kostet gebühr
preis preise kosten kostet gebühr > kostenlos gratis kostenfrei
essen > frühstück mittagessen abendessen
rechnung beleg quittung
reparieren reparatur reparaturen
samstag sonnabend sonntag > wochenende
teuer > preis preise kosten kostet gebühr
unterlagen dokumente papiere
rückgabe retoure rücksendung zurückgeben zurückschicken zurücksenden umtauschen umtausch
telefon telefonnummer telefonisch rufnummer

adresse situé trouve rue
abîmé cassé endommagé
annuler annulation rétractation
blessé blessure
chien chiens > animaux
enceinte > grossesse
essayer essai
garer parking stationnement stationner
gratuit offert
facture reçu
garantie garanti
horaires heures ouvert ouverture
ferme fermez ferment fermeture ouvrez ouvre > horaires fermé fermée
ouvert ouverte > fermé fermée
partir > départ
malade maladie
samedi dimanche > weekend
livraison expédition livrer
louer location
payer paiement règlement
prix tarif tarifs
coûte coûtent > prix tarif
prix tarif tarifs coûte coûtent > gratuit gratuite gratuits gratuites
manger > repas cuisine menu
rembourser remboursement
rendre > retour
renvoyer retourner retour retours
réparer réparation
téléphone numéro appeler

acabar terminar final
apuntarse inscribirse inscripción matrícula matricularse
baño aseo aseos
billete entrada entradas
coche auto vehículo
comida comer almuerzo cena menú
contraseña clave
correo email
celíaco celíaca celiaquía > gluten
certificado diploma título
descuento rebaja promoción oferta
empezar comenzar inicio comienzo
enfermo enferma enfermedad
estropeado roto rota avería averiado
gratis gratuito gratuita
habitación cuarto
hijo hija niño niña > niños infantil
llevar traer
móvil celular
oficina recepción secretaría
ordenador computadora
piso apartamento departamento
particular privado privada individual
profesor maestro docente
reserva reservar cita turno
trabajo empleo
vacaciones > festivos cerrado
vale valen > precio precios tarifa
visa visado
perro perros gato gatos > animales mascotas
cancelar cancelación anular anulación
devolver devolución devoluciones
dirección ubicación calle
envío entrega enviar
factura recibo
garantía garantizado
horario horarios abierto abren apertura
cierra cierran cerráis abre abrís > horario horarios cerrado
abierto abren > cerrado
alquilar alquiler
bici bicicleta
pagar pago pagos
plazos cuotas
precio precios tarifa
cuesta cuestan > precio precios tarifa
precio precios tarifa cuesta cuestan > gratis gratuito gratuita
llego llegar > dirección ubicación calle
reparar reparación
teléfono llamar

allergico allergica > allergie
annullare annullamento disdire disdetta
cane cani gatto gatti > animali
fattura ricevuta scontrino
garanzia garantito
indirizzo sede
partire > partenza
orari orario aperto aperti apertura
chiude chiudete chiudono apre aprite aprono > orari orario chiuso
bancomat > carta carte
aperto aperti > chiuso
pagare pagamento pagamenti
prezzo prezzi tariffa tariffe
prezzo prezzi costa costano > gratis gratuito gratuita
costa costano > prezzo prezzi tariffa preço preços
restituire reso resi restituzione
riparare riparazione
spedizione consegna spedire
telefono chiamare

adres locatie straat bereikbaarheid
annuleren annulering
betalen betaling
factuur bon
garantie waarborg
geopend open openingstijden
sluit sluiten dicht > openingstijden gesloten
geopend open > gesloten
levering bezorging verzending bezorgen
prijs prijzen tarief
kost > prijs prijzen
prijs prijzen kost > gratis
repareren reparatie
parkeren parkeerplaats
retour retourneren terugsturen
telefoon telefoonnummer
zaterdag zondag > weekend

cancelar cancelamento
devolver devolução devoluções
endereço localização morada rua
entrega envio enviar frete
fatura recibo
garantia garantido
horário horários aberto abertura
aberto > fechado
pagar pagamento pagamentos
preço preços tarifa
custa custam > preço preços
preço preços custa custam > grátis gratuito gratuita
prezzo > prezzi tariffa tariffe preço preços
cachorro cachorros cão cães gato gatos > animais pets
cartão cartões crédito

adres konum ulaşım yer
açık açıksınız kapalı kapalısınız > çalışma saatleri
fiyat fiyatı fiyatlar ücret ücreti tutar
iptal vazgeçmek > iade
iade geri > değişim
kargo teslimat gönderim
köpek köpekler kedi kediler > evcil hayvan
ödeme ödemek öderim ödeyebilir
otopark park

adres lokalizacja dojazd
anulować odwołać rezygnacja odwołanie anulowanie
cena ceny cennik koszt kosztuje opłata
dostawa wysyłka przesyłka
faktura rachunek paragon
godziny otwarcia otwarte czynne otwarty > zamknięte nieczynne
pies psy psem kot koty kotem > zwierzęta
płatność płacić zapłacić płatności
zwrot zwrócić zwroty
telefone ligar

عنوان موقع
تقع > موقع عنوان

住所 所在地 場所 アクセス
地址 位置 地点 交通
刺青 入墨 タトゥー
犬 猫 > ペット
払 支払 決済
届 配達 配送 発送
가격 비용 요금 얼마 > 수강료 입장료 이용료 대여료 배송비 숙박비
걸려요 걸리나요 걸립니다 소요
선생님 강사 교사
위치 주소 찾아오시는 오시는 약도
토요일 일요일 > 주말
영업시간 운영시간 > 영업 운영 휴무
환불 취소
土曜日 日曜日 > 土日 週末
telefon telefonnummer telefonisch rufnummer téléphone teléfono telefono telefone telefoon telefoonnummer telephone > phonenumber
telefonu telefonuzu numaranız 電話 電話番号 电话 电话号码 전화 전화번호 هاتف الهاتف טלפון फोन फ़ोन > phonenumber
contact reach kontakt kontaktieren erreichen contacter joindre contactar contacto contattare contatto contato > phonenumber emailaddress
bereiken bereikbaar kontaktować skontaktować iletişim ulaşabilirim 連絡 問い合わせ 联系 연락 문의 التواصل > phonenumber emailaddress
human talk speak > phonenumber emailaddress
mensch menschen mitarbeiter sprechen > kontakt phonenumber emailaddress
humain conseiller parler > contact phonenumber emailaddress
humano agente hablar falar atendente > contacto contato phonenumber emailaddress
umano operatore parlare > contatto phonenumber emailaddress
mens medewerker spreken > contact phonenumber emailaddress
weihnachten ostern neujahr silvester pfingsten > feiertag feiertage feiertags feiertagen betriebsferien
noël pâques réveillon > férié fériés vacances
navidad nochebuena nochevieja pascua > festivo festivos vacaciones
natale pasqua capodanno ferragosto > festivo festivi ferie
kerst kerstmis pasen oudejaarsdag > feestdag feestdagen
email mail correo courriel メール 邮箱 이메일 > emailaddress
cost price fee charge preis preise kosten kostet prix tarif coûte precio precios cuesta prezzo prezzi costa > pricetag
preço preços custa prijs prijzen kost cena kosztuje fiyat ücret 値段 価格 料金 价格 价钱 가격 비용 요금 > pricetag
値段 価格 料金
値段 価格 料金 > 無料
子供 子様 子 幼児
子供 子様 子 > 小学生
カード > クレジットカード
風呂 > 露天風呂 大浴場 温泉
タバコ 煙草 喫煙 > 禁煙
休 休業 定休日
`;
