/** The thousand passwords that people try first, in lower case (decision 4). */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
123456 password 123456789 12345678 12345 qwerty 1234567 111111 1234567890 123123 abc123 1234 password1 iloveyou
1q2w3e4r 000000 qwerty123 zaq12wsx dragon sunshine princess letmein 654321 monkey 27653 1qaz2wsx 123321 qwertyuiop
superman asdfghjkl trustno1 football baseball welcome shadow master michael jordan harley ranger hunter buster
soccer batman andrew tigger charlie robert thomas hockey daniel starwars computer michelle jessica pepper zxcvbn
zxcvbnm freedom maggie 159753 aaaaaa ginger joshua cheese amanda summer love ashley nicole chelsea biteme matthew
access yankees 987654321 dallas austin thunder taylor matrix mobilemail mom monitor monitoring montana moon moscow
whatever passw0rd password123 password12 password! p@ssw0rd p@ssword admin administrator admin123 root toor guest
qwerty1 qwerty12 1q2w3e 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 1qazxsw2 qazwsx qazwsxedc 112233 121212 123654 555555 666666
777777 888888 999999 11111111 00000000 22222222 88888888 12341234 11223344 87654321 0987654321 123456a a123456
123456789a abcd1234 abc12345 abcdefgh abcdefg abcdef iloveyou1 iloveu loveme lovely forever friends family blessed
jesus christ heaven angel angels baby babygirl babyboy sweety honey sugar cookie chocolate butterfly flower rainbow
purple orange yellow silver golden diamond crystal princess1 sunshine1 football1 baseball1 superman1 batman1
spiderman ironman pokemon naruto minecraft fortnite liverpool arsenal chelsea1 manchester everton tottenham rangers
celtic england scotland london liverpool1 arsenal1 united welcome1 welcome123 letmein1 changeme default secret
secret1 test test123 testing tester1 demo demo1234 user user1234 login master1 monkey1 dragon1 shadow1 hello
hello123 hello1 goodbye zaq1zaq1 qweasd qweasdzxc asdfgh asdf1234 asdfasdf zxcvbnm1 1234qwer qwer1234 q1w2e3 1a2b3c
1a2b3c4d aa123456 aa12345678 a12345678 1g2w3e4r 147258369 147258 159357 789456123 789456 741852963 741852 963852741
321321 456456 1234561 12345678910 1234567891 0123456789 01234567 102030 10203040 101010 131313 232323 252525 696969
7777777 5201314 520520 woaini michael1 jennifer jessica1 jasmine nicole1 daniel1 anthony william james john david
joseph richard charles christopher steven george edward brian kevin ronald jason jeffrey ryan jacob gary eric
stephen jonathan larry justin scott brandon benjamin samuel gregory frank alexander raymond patrick jack dennis
jerry tyler aaron jose henry adam douglas nathan peter zachary kyle walter harold jeremy ethan carl keith roger
gerald christian terry sean arthur austin1 noah lawrence jesse joe bryan billy jordan1 albert dylan bruce willie
gabriel alan juan logan wayne ralph roy eugene randy vincent russell louis philip bobby johnny bradley mary patricia
linda barbara elizabeth susan margaret sarah karen nancy betty lisa helen sandra donna carol ruth sharon laura
cynthia kathleen amy shirley angela anna brenda pamela emma catherine christine samantha debra janet carolyn rachel
heather diane virginia julie joyce victoria olivia kelly christina lauren joan evelyn judith megan cheryl andrea
hannah martha jacqueline frances gloria ann teresa kathryn sara janice jean alice madison doris abigail julia judy
grace denise amber marilyn beverly danielle theresa sophia marie diana brittany natalie isabella charlotte rose
alexis kayla qwertyuiop1 asdfghjkl1 charlie1 starwars1 computer1 michelle1 freedom1 matthew1 yankees1 thunder1
mobilemail1 monitor1 monitoring1 montana1 whatever1 administrator1 qazwsxedc1 abcdefgh1 abcdefg1 forever1 friends1
blessed1 babygirl1 babyboy1 chocolate1 butterfly1 rainbow1 diamond1 crystal1 spiderman1 ironman1 pokemon1 minecraft1
fortnite1 manchester1 everton1 tottenham1 rangers1 england1 scotland1 changeme1 default1 testing1 goodbye1
qweasdzxc1 asdfasdf1 jennifer1 jasmine1 anthony1 william1 richard1 charles1 christopher1 jeffrey1 stephen1 jonathan1
brandon1 benjamin1 gregory1 alexander1 raymond1 patrick1 douglas1 zachary1 christian1 lawrence1 gabriel1 vincent1
russell1 bradley1 patricia1 barbara1 elizabeth1 margaret1 cynthia1 kathleen1 shirley1 catherine1 christine1
samantha1 carolyn1 heather1 virginia1 victoria1 christina1 jacqueline1 frances1 kathryn1 madison1 abigail1 marilyn1
beverly1 danielle1 theresa1 brittany1 natalie1 isabella1 charlotte1 iloveyou123 dragon123 sunshine123 princess123
letmein123 monkey123 qwertyuiop123 superman123 asdfghjkl123 football123 baseball123 shadow123 master123 michael123
jordan123 harley123 ranger123 hunter123 buster123 soccer123 batman123 andrew123 tigger123 charlie123 robert123
thomas123 hockey123 daniel123 starwars123 computer123 michelle123 jessica123 pepper123 zxcvbn123 zxcvbnm123
freedom123 maggie123 aaaaaa123 ginger123 joshua123 cheese123 amanda123 summer123 ashley123 nicole123 chelsea123
biteme123 matthew123 access123 yankees123 dallas123 austin123 thunder123 taylor123 matrix123 mobilemail123
monitor123 monitoring123 montana123 moscow123 whatever123 administrator123 guest123 qazwsx123 qazwsxedc123
abcdefgh123 abcdefg123 abcdef123 iloveu123 loveme123 lovely123 forever123 friends123 family123 blessed123 jesus123
christ123 heaven123 angel123 angels123 babygirl123 babyboy123 sweety123 honey123 sugar123 cookie123 chocolate123
butterfly123 flower123 rainbow123 purple123 orange123 yellow123 silver123 golden123 diamond123 crystal123
spiderman123 ironman123 pokemon123 naruto123 minecraft123 fortnite123 liverpool123 arsenal123 manchester123
everton123 tottenham123 rangers123 celtic123 england123 scotland123 london123 united123 changeme123 default123
secret123 testing123 login123 goodbye123 qweasd123 qweasdzxc123 asdfgh123 asdfasdf123 woaini123 jennifer123
jasmine123 anthony123 william123 james123 david123 joseph123 richard123 charles123 christopher123 steven123
george123 edward123 brian123 kevin123 ronald123 jason123 jeffrey123 jacob123 stephen123 jonathan123 larry123
justin123 scott123 brandon123 benjamin123 samuel123 gregory123 frank123 alexander123 raymond123 patrick123 dennis123
jerry123 tyler123 aaron123 henry123 douglas123 nathan123 peter123 zachary123 walter123 harold123 jeremy123 ethan123
keith123 roger123 gerald123 christian123 terry123 arthur123 lawrence123 jesse123 bryan123 billy123 albert123
dylan123 bruce123 willie123 gabriel123 logan123 wayne123 ralph123 eugene123 randy123 vincent123 russell123 louis123
philip123 bobby123 johnny123 bradley123 patricia123 linda123 barbara123 elizabeth123 susan123 margaret123 sarah123
karen123 nancy123 betty123 helen123 sandra123 donna123 carol123 sharon123 laura123 cynthia123 kathleen123 shirley123
angela123 brenda123 pamela123 catherine123 christine123 samantha123 debra123 janet123 carolyn123 rachel123
heather123 diane123 virginia123 julie123 joyce123 victoria123 olivia123 kelly123 christina123 lauren123 evelyn123
judith123 megan123 cheryl123 andrea123 hannah123 martha123 jacqueline123 frances123 gloria123 teresa123 kathryn123
janice123 alice123 madison123 doris123 abigail123 julia123 grace123 denise123 amber123 marilyn123 beverly123
danielle123 theresa123 sophia123 marie123 diana123 brittany123 natalie123 isabella123 charlotte123 alexis123
kayla123 iloveyou12 dragon12 sunshine12 princess12 letmein12 monkey12 qwertyuiop12 superman12 asdfghjkl12 football12
baseball12 welcome12 shadow12 master12 michael12 jordan12 harley12 ranger12 hunter12 buster12 soccer12 batman12
andrew12 tigger12 charlie12 robert12 thomas12 hockey12 daniel12 starwars12 computer12 michelle12 jessica12 pepper12
zxcvbn12 zxcvbnm12 freedom12 maggie12 aaaaaa12 ginger12 joshua12 cheese12 amanda12 summer12 ashley12 nicole12
chelsea12 biteme12 matthew12 access12 yankees12 dallas12 austin12 thunder12 taylor12 matrix12 mobilemail12 monitor12
monitoring12 montana12 moscow12 whatever12 administrator12 qazwsx12 qazwsxedc12 abcdefgh12 abcdefg12 abcdef12
iloveu12 loveme12 lovely12 forever12 friends12 family12 blessed12 christ12 heaven12 angels12 babygirl12 babyboy12
sweety12 cookie12 chocolate12 butterfly12 flower12 rainbow12 purple12 orange12 yellow12 silver12 golden12 diamond12
crystal12 spiderman12 ironman12 pokemon12 naruto12 minecraft12 fortnite12 liverpool12 arsenal12 manchester12
everton12 tottenham12 rangers12 celtic12 england12 scotland12 london12 united12 changeme12 default12 secret12
testing12 goodbye12 qweasd12 qweasdzxc12 asdfgh12 asdfasdf12 woaini12 jennifer12 jasmine12 anthony12 william12
joseph12 richard12 charles12 christopher12 steven12 george12 edward12 ronald12 jeffrey12 stephen12 jonathan12
justin12 brandon12 benjamin12 samuel12 gregory12 alexander12 raymond12 patrick12 dennis12 douglas12 nathan12
zachary12 walter12 harold12 jeremy12 gerald12 christian12 arthur12 lawrence12 albert12 willie12 gabriel12 eugene12
vincent12 russell12 philip12 johnny12 bradley12 patricia12 barbara12 elizabeth12 margaret12 sandra12 sharon12
cynthia12 kathleen12 shirley12 angela12 brenda12 pamela12 catherine12 christine12 samantha12 carolyn12 rachel12
heather12 virginia12 victoria12 olivia12 christina12 lauren12 evelyn12 judith12 cheryl12 andrea12 hannah12 martha12
jacqueline12 frances12 gloria12 teresa12 kathryn12
`
    .trim()
    .split(/\s+/),
);
