# A JSON-RPC peer in Perl, by lines or by headers: echo, add, die and what it does not know.
use strict;
use warnings;
use JSON::PP;

my $framing = shift;
my $json = JSON::PP->new->utf8->canonical;
binmode STDIN;
binmode STDOUT;
$| = 1;

sub receive {
  if ($framing eq 'lines') {
    my $line = <STDIN>;
    return defined $line ? $json->decode($line) : undef;
  }
  my $length = 0;
  while (defined(my $header = <STDIN>)) {
    $length = $1 if $header =~ /^content-length: *(\d+)/i;
    last if $header =~ /^\r?\n$/;
  }
  my $body;
  my $read = read(STDIN, $body, $length);
  return $read ? $json->decode($body) : undef;
}

sub answer {
  my $text = $json->encode({jsonrpc => '2.0', @_});
  # In pieces, as a program may write.
  my $frame = $framing eq 'lines' ? "$text\r\n" : 'content-length: ' . length($text) . "\n\n$text";
  print $_ for $frame =~ /.{1,3}/gs;
}

while (defined(my $message = receive())) {
  my ($id, $method, $params) = @{$message}{qw(id method params)};
  next unless defined $id;
  if ($method eq 'echo') { answer(id => $id, result => $params) }
  elsif ($method eq 'add') { my $sum = 0; $sum += $_ for @$params; answer(id => "$id", result => $sum) }
  elsif ($method eq 'die') { print STDERR "about to die\n"; exit 7 }
  else { answer(id => $id, error => {code => -32601, message => "no $method"}) }
}
